# nix-build packaging/nix, in the folder of the source.
{
  pkgs ? import <nixpkgs> { },
}:
pkgs.callPackage ./package.nix { }
