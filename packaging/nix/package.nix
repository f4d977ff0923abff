# Parlour from the folder of the source.
{
  lib,
  stdenv,
  autoreconfHook,
  check,
  fribidi,
  jansson,
  libpq,
  libseccomp,
  libunistring,
  libvterm-neovim,
  ncurses,
  pkg-config,
  po4a,
  sqlite,
  withSync ? true,
}:

let
  line = lib.findFirst (lib.hasPrefix "AC_INIT(") (throw "configure.ac has no version") (
    lib.splitString "\n" (builtins.readFile ../../configure.ac)
  );
in
stdenv.mkDerivation {
  pname = "parlour";
  version = lib.head (builtins.match "AC_INIT\\(\\[Parlour], \\[([^]]*)].*" line);
  src = lib.cleanSource ../..;

  nativeBuildInputs = [
    autoreconfHook
    pkg-config
    po4a
  ];
  buildInputs = [
    fribidi
    jansson
    libunistring
    ncurses
    sqlite
  ]
  ++ lib.optional stdenv.hostPlatform.isLinux libseccomp
  ++ lib.optional withSync libpq;
  configureFlags = [
    "--with-fribidi"
    (lib.withFeature stdenv.hostPlatform.isLinux "seccomp")
    (lib.withFeature withSync "sync")
  ];

  # The other tests need a terminal's speed, sshd, or PostgreSQL.
  doCheck = true;
  checkInputs = [
    check
    libvterm-neovim
  ];
  checkFlags = [ "TESTS=$(UNIT_TESTS)" ];

  meta = {
    description = "Puzzles for the terminal with a proven minimum of moves";
    license = [
      lib.licenses.mit
      lib.licenses.cc0
    ];
    mainProgram = "parlour";
    platforms = lib.platforms.unix;
  };
}
