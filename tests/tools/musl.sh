#!/bin/sh
# Builds static libraries for musl, and a compiler's wrapper that uses them: musl.sh FOLDER. They
# come from source packages of this system, Debian or Ubuntu, and need about 40 MB. The folder has
# the file `complete` when it is. tests/tools/cross.sh calls this; nothing needs root.
set -eu

root=$1
jobs=-j${JOBS:-$(getconf _NPROCESSORS_ONLN)}
pc=$root/lib/pkgconfig
rm -rf "$root"
mkdir -p "$root/sources" "$root/include" "$pc"
cd "$root/sources"
trap '[ -e "$root/complete" ] || tail -n 20 "$root"/sources/*.log >&2' EXIT

# ---- the compiler ----

# musl-gcc makes static programs that are always loaded at the same address. These are not.
wrapper=$(command -v musl-gcc)
sed -e 's/Scrt1\.o/rcrt1.o/' \
	-e 's/%{static:-static}/-static -pie --no-dynamic-linker -z text/' \
	"$(sed -n 's/.* -specs "\(.*\)".*/\1/p' "$wrapper")" >"$root/static.specs"
printf '#!/bin/sh\nexec gcc "$@" -specs %s\n' "$root/static.specs" >"$root/cc"
chmod +x "$root/cc"

# ---- the sources ----

# Apt's own lists have sources only if its user wants them, so these are in this folder. Packages of
# other vendors are left out.
mkdir -p lists/partial archives/partial
# shellcheck disable=SC1091 # the system's
keys=/usr/share/keyrings/$(. /etc/os-release && echo "$ID")-archive-keyring.gpg
# shellcheck disable=SC2016 # apt's words
apt-get indextargets --format '$(ORIGIN) $(REPO_URI) $(RELEASE) $(COMPONENT)' \
	'Created-By: Packages' |
	sed -n "s,^\(Debian\|Ubuntu\) ,deb-src [signed-by=$keys] ,p" | sort -u >sources.list
cat >apt.conf <<END
Dir::Cache "$PWD";
Dir::Etc::sourcelist "$PWD/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::State::lists "$PWD/lists";
APT::Sandbox::User "";
END
export APT_CONFIG="$PWD/apt.conf"
apt-get -qq update
apt-get -qq source --only-source ncurses sqlite3 jansson libunistring fribidi check libvterm \
	>apt.log 2>&1

# ---- the libraries ----

# configure_library OPTION...
configure_library() {
	./configure -q "CC=$root/cc" CFLAGS='-O2 -fPIE' "--prefix=$root" --disable-shared "$@"
}

# Terminals are looked up where systems have them. The program knows some itself, for systems that
# have none.
terminals=xterm-256color,xterm,kitty,alacritty,putty,tmux-256color,tmux,screen-256color,screen
terminals=$terminals,linux,vt100
(
	cd ncurses-*/
	sed -i 's/^kitty|/&xterm-kitty|/' misc/terminfo.src # as kitty itself says
	configure_library --enable-widec --without-shared --without-debug --without-cxx \
		--without-cxx-binding --without-ada --without-manpages --without-progs \
		--without-tests --disable-db-install --disable-setuid-environ \
		--disable-root-access --enable-pc-files "--with-pkg-config-libdir=$pc" \
		--with-default-terminfo-dir=/etc/terminfo \
		--with-terminfo-dirs=/etc/terminfo:/lib/terminfo:/usr/share/terminfo \
		"--with-fallbacks=$terminals"
	make -s "$jobs" libs
	make -s install.libs install.includes
) >ncurses.log 2>&1
(
	cd sqlite3-*/
	configure_library --disable-tcl --disable-readline --disable-load-extension
	make -s libsqlite3.la sqlite3.pc
	cp .libs/libsqlite3.a "$root/lib"
	cp sqlite3.h "$root/include"
	cp sqlite3.pc "$pc"
) >sqlite3.log 2>&1
(
	cd jansson-*/
	autoreconf -fi
	configure_library
	make -s "$jobs" install SUBDIRS='src .'
) >jansson.log 2>&1
(
	cd libunistring-*/
	configure_library
	make -s "$jobs" install SUBDIRS=lib
) >libunistring.log 2>&1
(
	cd fribidi-*/
	[ -x configure ] || autoreconf -fi
	configure_library
	make -s "$jobs" install SUBDIRS='gen.tab lib'
) >fribidi.log 2>&1
(
	cd check-*/
	configure_library --disable-subunit
	make -s "$jobs" install SUBDIRS='lib src .'
	sed -i s/_pic// "$pc/check.pc" # Debian's name is that of a second build
) >check.log 2>&1
(
	cd libvterm-*/
	for file in src/*.c; do
		"$root/cc" -O2 -fPIE -std=c99 -Iinclude -c "$file" -o "${file%.c}.o"
	done
	ar cr "$root/lib/libvterm.a" src/*.o
	cp include/*.h "$root/include"
	sed "s,@PREFIX@,$root,; s,@INCDIR@,$root/include,; s,@LIBDIR@,$root/lib," vterm.pc.in \
		>"$pc/vterm.pc"
) >libvterm.log 2>&1
touch "$root/complete"
cd "$root"
rm -rf sources
