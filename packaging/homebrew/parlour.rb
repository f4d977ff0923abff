class Parlour < Formula
  desc "Puzzles for the terminal with a proven minimum of moves"
  homepage "@HOMEPAGE@"
  url "@HOMEPAGE@parlour-@VERSION@.tar.xz"
  sha256 "@SHA256@"
  license all_of: ["MIT", "CC0-1.0"]

  depends_on "pkgconf" => :build
  depends_on "fribidi"
  depends_on "jansson"
  depends_on "libpq" => :optional
  depends_on "libunistring"
  depends_on "ncurses"
  depends_on "sqlite"

  on_linux do
    depends_on "libseccomp"
  end

  def install
    sync = build.with?("libpq") ? "--with-sync" : "--without-sync"
    seccomp = OS.linux? ? "--with-seccomp" : "--without-seccomp"
    system "./configure", "--with-fribidi", seccomp, sync, *std_configure_args
    system "make", "install"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/parlour --version")
    assert_match "2 moves, proven", shell_output("#{bin}/parlour --solve tilt/first-steps:1")
    played = pipe_output("#{bin}/parlour --plain tilt/first-steps:1", "right\nup\nq\n", 0)
    assert_match "Solved in 2 moves", played
  end
end
