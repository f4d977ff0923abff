#!/bin/sh
# Builds the packages of packaging/ from a source package, has their tools check them, unpacks or
# installs them in a throwaway root, and tries what is there: packages.sh TARBALL SYSTEM..., in the
# build folder; `make packages` does it. All that it makes is in the folder packages/. The last lines
# are a table. Without a system's tools, the build steps of its file run with a stand-in where that
# is possible: then the steps are tried, but no package is made.
#
# The tests of the package itself run only with PACKAGES_CHECK=1: they take minutes for each system.
# PACKAGES_SUITE is the release of Debian that the Debian packages are installed in (default:
# this machine's).
# HACKING.md has the names of the tools.
# shellcheck disable=SC2016,SC2317 # scripts for others; functions that are called by name
set -eu

[ $# -ge 2 ] || {
	echo 'usage: tests/tools/packages.sh TARBALL SYSTEM...' >&2
	exit 2
}
tarball=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
packaging=$(cd "${srcdir:-.}/packaging" && pwd)
version=$(basename "$tarball" .tar.xz)
version=${version#parlour-}
work=$PWD/packages
export LC_ALL=C.UTF-8
# Those of `make` would reach the builds within.
unset MAKEFLAGS MFLAGS MAKELEVEL srcdir
jobs=$(getconf _NPROCESSORS_ONLN)

has() {
	for tool; do
		command -v "$tool" >/dev/null || return 1
	done
}

checking() {
	[ "${PACKAGES_CHECK-}" = 1 ]
}

# quietly NAME COMMAND...: its output goes into a log, and is shown only if it fails.
quietly() {
	log=$work/$system/$1.log
	shift
	"$@" >"$log" 2>&1 || {
		tail -n 40 "$log"
		echo "$log: failed"
		return 1
	}
}

# silent NAME COMMAND...: succeeds and prints nothing.
silent() {
	quietly "$@" && { ! [ -s "$log" ] || {
		cat "$log"
		return 1
	}; }
}

# unprivileged COMMAND...: as an ordinary user, to whom the system's folder is given.
unprivileged() {
	if [ "$(id -u)" = 0 ]; then
		chown -R nobody "$work/$system"
		setpriv --reuid=nobody --clear-groups env "HOME=$work/$system" "$@"
	else
		"$@"
	fi
}

# unpacked: the source package in the current folder
unpacked() {
	tar -xf "$tarball"
}

# expect TEXT COMMAND...: it succeeds and prints the text.
expect() {
	text=$1
	shift
	output=$("$@" 2>&1) || {
		printf '%s\nfailed: %s\n' "$output" "$*"
		return 1
	}
	case $output in
	*"$text"*) ;;
	*)
		printf '%s\nnot found: %s\n' "$output" "$text"
		return 1
		;;
	esac
}

# tried ROOT PREFIX GAMES MAN: the game that is installed there, and its manual
tried() {
	at=$1$2
	expect "Parlour $version" "$at/$3/parlour" --version &&
		expect '2 moves, proven' "$at/$3/parlour" --solve tilt/first-steps:1 &&
		printf 'right\nup\nq\n' | expect 'Solved in 2 moves' \
			env "XDG_STATE_HOME=$work/$system/state" "$at/$3/parlour" --plain tilt/first-steps:1 &&
		expect 'every par is proven' "$at/$3/parlour" --check \
			"$at/share/doc/parlour/levels/tilt/first-steps.level" &&
		"$at/$3/parlour" --solve --certificate "$work/$system/proof" tilt/first-steps:1 &&
		expect '2 is the minimum' "$at/$3/parlour-verify" "$work/$system/proof" &&
		expect 'PARLOUR(6)' man -l "$(echo "$at/$4"/man6/parlour.6*)" &&
		expect 'PARLOUR-LEVELS(5)' man -l "$(echo "$at/$4"/man5/parlour-levels.5*)" &&
		expect 'PARLOUR-VERIFY(6)' man -l "$(echo "$at/$4"/man6/parlour-verify.6*)" &&
		translated "$at/$4" 'man6/parlour.6 man6/parlour-verify.6 man5/parlour-levels.5'
}

# translated MAN PAGES: there are languages, man finds each page in all of them, and shows the German one
translated() {
	languages=$(cd "$1" && find . -path './*/man6/parlour.6*' | cut -d / -f 2)
	[ "$languages" ] || {
		echo "$1: no page in another language"
		return 1
	}
	for language in $languages; do
		for page in $2; do
			expect "$1/$language/$page" env "MANPATH=$1" man -w -L "$language" "${page##*.}" \
				"$(basename "${page%.*}")" || return 1
		done
	done
	expect 'Rätsel fürs Terminal' env "MANPATH=$1" man -L de 6 parlour
}

# tried_sync ROOT PREFIX MAN: the same for parlour-sync
tried_sync() {
	expect "Parlour $version" "$1$2/bin/parlour-sync" --version &&
		expect 'PARLOUR-SYNC(8)' man -l "$(echo "$1$2/$3"/man8/parlour-sync.8*)" &&
		translated "$1$2/$3" man8/parlour-sync.8
}

# ---- systems: each says in $built, $checked and $ran what was done ----

debian() {
	has dpkg-buildpackage dh || return 0
	cp "$tarball" "parlour_$(echo "$version" | tr - '~').orig.tar.xz"
	unpacked
	cp -R files/debian "parlour-$version/debian"
	options=nocheck
	if checking; then options=; fi
	cd "parlour-$version"
	quietly build env "DEB_BUILD_OPTIONS=$options parallel=$jobs" dpkg-buildpackage -us -uc || return 1
	cd ..
	built='parlour, parlour-sync'
	if has shellcheck; then
		silent shellcheck shellcheck files/debian/*.install files/debian/tests/[!c]* || return 1
	fi
	if has lintian; then
		silent lintian lintian --allow-root --pedantic --fail-on error,warning,info,pedantic \
			./*.changes || return 1
		checked='lintian --pedantic'
	fi
	mkdir root
	for package in parlour_*.deb parlour-sync_*.deb; do
		dpkg-deb -x "$package" root
	done
	tried "$PWD/root" /usr games share/man && tried_sync "$PWD/root" /usr share/man || return 1
	ran=unpacked
	# In a Debian of its own, with debian/tests: by autopkgtest or, without it, one after the other.
	if [ "$(id -u)" = 0 ] && has mmdebstrap; then
		suite=${PACKAGES_SUITE:-$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)}
		runner='a loop'
		if has autopkgtest; then runner=autopkgtest; fi
		cat >customize <<-'SCRIPT'
			set -eu
			mkdir "$1/packages"
			cp parlour_*.deb parlour-sync_*.deb "$1/packages"
			cp -R files/debian/tests "$1/packages"
			if command -v autopkgtest >/dev/null; then
				autopkgtest --no-built-binaries ./parlour_*.dsc ./parlour_*.deb ./parlour-sync_*.deb \
					-- chroot "$1"
			fi
			cat >"$1/packages/run" <<-'WITHIN'
				set -eu
				export DEBIAN_FRONTEND=noninteractive
				apt-get -q -y install --no-install-recommends man-db /packages/*.deb
				if [ "$1" != autopkgtest ]; then
					for test in $(sed -n 's/^Tests: //p' /packages/tests/control); do
						export AUTOPKGTEST_TMP=$(mktemp -d)
						echo "== $test"
						/packages/tests/$test
					done
				fi
				/usr/games/parlour --version
				man -L de parlour | head -n 5
				apt-get -q -y purge parlour parlour-sync
				test ! -e /usr/games/parlour
				find /usr/share/man -name 'parlour*' | { ! grep .; }
			WITHIN
			chroot "$1" sh /packages/run "$(basename "$(command -v autopkgtest)")"
		SCRIPT
		mirror=$(apt-get indextargets --format '$(REPO_URI)' | grep '/debian/*$' | head -n 1)
		quietly install mmdebstrap --variant=apt --customize-hook="cd '$PWD' && sh customize \"\$1\"" \
			"$suite" /dev/null ${mirror:+"$mirror"} || return 1
		ran="installed in $suite, debian/tests by $runner"
	fi
}

# What Fedora's rpmlint knows, and what its build system adds or no longer wants. rpmlint 2.4 takes the
# section of a manual page for its name, and so finds none.
fedora_lint='
CompressExtension = "gz"
ValidLicenses = ["MIT", "CC0-1.0"]
Filters = ["no-signature", "no-packager-tag", "no-group-tag", "no-buildroot-tag",
	"no-manual-page-for-binary"]
'
fedora() {
	has rpmbuild || return 0
	cp "$tarball" files/fedora
	check=--nocheck
	if checking; then check=; fi
	set -- --define "_topdir $PWD/rpmbuild" --define "_sourcedir $PWD/files/fedora"
	# Elsewhere, the packages have other names, and some of Fedora's macros are missing.
	nodeps=
	if [ -z "$(rpm --eval '%{?fedora}')" ]; then
		scriptlet='if [ -x /usr/bin/systemctl ]; then systemctl daemon-reload; fi'
		nodeps=--nodeps
		set -- "$@" --define '_unitdir /usr/lib/systemd/system' \
			--define '_sysusersdir /usr/lib/sysusers.d' \
			--define '__os_install_post bash %{_rpmconfigdir}/brp-compress; strip %{buildroot}%{_bindir}/*' \
			--define "systemd_post() $scriptlet" --define "systemd_preun() $scriptlet" \
			--define "systemd_postun_with_restart() $scriptlet"
	fi
	# shellcheck disable=SC2086 # options or nothing
	quietly build rpmbuild -ba "$@" $check $nodeps files/fedora/parlour.spec || return 1
	quietly without-sync rpmspec -q "$@" --without sync files/fedora/parlour.spec || return 1
	if grep -q parlour-sync "$log"; then return 1; fi
	built='parlour, parlour-sync'
	if has rpmlint; then
		printf '%s' "$fedora_lint" >rpmlint.toml
		quietly rpmlint rpmlint --config rpmlint.toml files/fedora/parlour.spec \
			rpmbuild/RPMS rpmbuild/SRPMS || return 1
		grep -q ' 0 errors, 0 warnings' "$log" || {
			cat "$log"
			return 1
		}
		checked=rpmlint
	fi
	mkdir root
	for package in rpmbuild/RPMS/*/parlour-[0-9]*.rpm rpmbuild/RPMS/*/parlour-sync-[0-9]*.rpm; do
		rpm2cpio "$package" | (cd root && cpio -idm --quiet)
	done
	tried "$PWD/root" /usr bin share/man && tried_sync "$PWD/root" /usr share/man || return 1
	ran=unpacked
}

arch() {
	cd files/arch
	if has shellcheck; then
		# The variables are makepkg's, and one is make's.
		silent shellcheck shellcheck --shell=bash --exclude=SC2016,SC2034,SC2154,SC2164 PKGBUILD || return 1
		checked=shellcheck
	fi
	has makepkg fakeroot || return 0
	cp "$tarball" .
	check=--nocheck
	if checking; then check=--check; fi
	quietly build unprivileged env PKGEXT=.pkg.tar.xz "MAKEFLAGS=-j$jobs" \
		makepkg --nodeps "$check" || return 1
	built='parlour, parlour-sync'
	root=$work/arch/root
	mkdir -p "$root/var/lib/pacman"
	if [ "$(id -u)" = 0 ] && has pacman; then
		quietly install pacman --root "$root" --config /dev/null --noconfirm --noscriptlet \
			-U -dd ./parlour-[0-9]*.pkg.tar.xz ./parlour-sync-[0-9]*.pkg.tar.xz || return 1
		way='installed by pacman'
	else
		for package in ./parlour-[0-9]*.pkg.tar.xz ./parlour-sync-[0-9]*.pkg.tar.xz; do
			tar -C "$root" -xf "$package"
		done
		way=unpacked
	fi
	tried "$root" /usr bin share/man && tried_sync "$root" /usr share/man || return 1
	ran=$way
}

# What abuild does, in the shell of Alpine. Its default for parlour-doc is not among it.
abuild_steps='
	set -eu
	amove() {
		for moved; do
			mkdir -p "$subpkgdir/$(dirname "$moved")"
			mv "$pkgdir/$moved" "$subpkgdir/$moved"
		done
	}
	srcdir=$PWD pkgdir=$PWD/root subpkgdir=$PWD/root-sync
	. ./APKBUILD
	for name in pkgname pkgver pkgrel pkgdesc url arch license source builddir sha512sums; do
		eval "test -n \"\$$name\"" || { echo "no $name"; exit 1; }
	done
	echo "$pkgver" | grep -qxE "[0-9]+(\.[0-9]+)*(_(alpha|beta|pre|rc)[0-9]*)?"
	echo "$sha512sums" | sed "/^$/d" | sha512sum -c
	xz -dc "${source##*/}" | tar -xf -
	cd "$builddir"
	build
	if [ "${PACKAGES_CHECK-}" = 1 ]; then check; fi
	package
	sync
'
alpine() {
	cd files/alpine
	if has shellcheck; then
		# The variables are abuild's, and one is make's.
		silent shellcheck shellcheck --shell=sh --exclude=SC2016,SC2034,SC2154 APKBUILD || return 1
		checked=shellcheck
	fi
	has busybox || return 0
	cp "$tarball" .
	quietly build env CBUILD= CHOST= "MAKEFLAGS=-j$jobs" busybox sh -c "$abuild_steps" || return 1
	built='no: steps run by busybox'
	tried "$PWD/root" /usr bin share/man &&
		expect "Parlour $version" root-sync/usr/bin/parlour-sync --version || return 1
	ran='its files'
}

# What a formula calls, and `brew install` and `brew test`.
brew_steps='
	require "open3"
	module OS
		def self.linux? = true
	end
	class Formula
		class << self
			attr_reader :facts, :wanted
			%i[desc homepage url sha256 license].each do |word|
				define_method(word) { |value| (@facts ||= {})[word] = value }
			end
			def depends_on(name) = (@wanted ||= []) << name
			def on_linux = yield
			def test(&steps) = define_method(:test, &steps)
		end
		Build = Struct.new(:with) { def with?(name) = with.include?(name) }
		def build = Build.new(ENV.fetch("WITH").split)
		def prefix = ENV.fetch("PREFIX")
		def bin = "#{prefix}/bin"
		def version = self.class.facts[:url][/-(\d.*)\.tar\.xz$/, 1]
		def std_configure_args = ["--disable-debug", "--prefix=#{prefix}", "--libdir=#{prefix}/lib"]
		def system(*command) = super(*command) || abort("failed: #{command}")
		def pipe_output(command, input, status)
			output, ended = Open3.capture2(command, stdin_data: input)
			ended.exitstatus == status ? output : abort("failed: #{command}")
		end
		def shell_output(command) = pipe_output(command, "", 0)
		def assert_match(part, whole) = whole.include?(part) || abort("#{part} not in #{whole}")
	end
	load ARGV[0]
	abort "missing" unless Parlour.facts.size == 5 && Parlour.wanted.include?("jansson")
	system "echo #{Parlour.facts[:sha256]} #{ARGV[1]} | sha256sum -c" or abort
	formula = Parlour.new
	formula.install
	formula.test
'
# The part of brew style that is not for brew alone.
brew_style='
AllCops:
  NewCops: enable
  SuggestExtensions: false
Layout/LineLength:
  Max: 118
Style/Documentation:
  Enabled: false
Style/FrozenStringLiteralComment:
  Enabled: false
Style/StringLiterals:
  EnforcedStyle: double_quotes
Style/TrailingCommaInArguments:
  EnforcedStyleForMultiline: comma
'
homebrew() {
	has ruby || return 0
	quietly syntax ruby -wc files/homebrew/parlour.rb || return 1
	checked='ruby -wc'
	if has rubocop; then
		printf '%s' "$brew_style" >rubocop.yml
		quietly rubocop rubocop --config rubocop.yml files/homebrew/parlour.rb || return 1
		checked='ruby -wc, rubocop'
	fi
	unpacked
	formula=$PWD/files/homebrew/parlour.rb
	printf '%s' "$brew_steps" >brew.rb
	root=$PWD/root
	cd "parlour-$version"
	for with in libpq ''; do
		rm -rf "$root"
		quietly build env "MAKEFLAGS=-j$jobs" "WITH=$with" "PREFIX=$root" \
			ruby ../brew.rb "$formula" "$tarball" || return 1
		if [ "$with" ]; then expect "Parlour $version" "$root/bin/parlour-sync" --version || return 1; fi
	done
	if [ -e "$root/bin/parlour-sync" ]; then return 1; fi
	built='no: steps run by ruby'
	tried "$root" '' bin share/man || return 1
	ran='its files'
}

# What the package takes from Nixpkgs.
nixpkgs='
with builtins;
sync: file:
let
	lib = {
		findFirst = holds: default: list:
			let found = filter holds list; in if found == [ ] then default else head found;
		hasPrefix = prefix: text: substring 0 (stringLength prefix) text == prefix;
		splitString = by: text: filter isString (split by text);
		optional = wanted: value: if wanted then [ value ] else [ ];
		withFeature = on: name: (if on then "--with-" else "--without-") + name;
		cleanSource = toString;
		inherit head;
		licenses = { mit = "MIT"; cc0 = "CC0-1.0"; };
		platforms.unix = [ ];
	};
	stdenv = { mkDerivation = given: given; hostPlatform.isLinux = true; };
	package = import file;
	named = mapAttrs (name: optional: name) (functionArgs package);
	made = package (named // { inherit lib stdenv; withSync = sync; });
in
toJSON { inherit (made) pname version buildInputs nativeBuildInputs configureFlags checkInputs; }
'
nix() {
	has nix-instantiate || return 0
	unpacked
	cd "parlour-$version/packaging/nix"
	for file in default.nix package.nix; do
		quietly parse nix-instantiate --parse "$file" || return 1
	done
	checked='nix-instantiate --parse'
	for sync in true false; do
		quietly "evaluated-$sync" env "HOME=$work/nix" NIX_STATE_DIR="$work/nix/state" \
			nix-instantiate --eval --expr "($nixpkgs) $sync $PWD/package.nix" || return 1
	done
	expect "\\\"version\\\":\\\"$version\\\"" cat "$work/nix/evaluated-true.log" || return 1
	expect '\"--with-seccomp\"' cat "$work/nix/evaluated-true.log" || return 1
	expect '\"--with-sync\"' cat "$work/nix/evaluated-true.log" || return 1
	expect '\"--without-sync\"' cat "$work/nix/evaluated-false.log" || return 1
	built='no: evaluated'
}

# What a port takes from FreeBSD's ports: `stage` builds, installs, and lists the files.
ports='
.for needed in PORTNAME DISTVERSION CATEGORIES MASTER_SITES MAINTAINER COMMENT WWW LICENSE USES
.  if empty(${needed})
.    error no ${needed}
.  endif
.endfor
PREFIX=	/usr/local
DOCSDIR=	${PREFIX}/share/doc/${PORTNAME}
WRKSRC=	${WRKDIR}/${PORTNAME}-${DISTVERSION}
STAGEDIR=	${WRKDIR}/stage
TMPPLIST=	${WRKDIR}/plist
FIND=	find
RM=	rm -f
SED=	sed
CONFIGURE_ARGS+=	--prefix=${PREFIX} --mandir=${PREFIX}/share/man
.for option in ${OPTIONS_DEFINE}
.  if !empty(WITH:M${option})
CONFIGURE_ARGS+=	${${option}_CONFIGURE_WITH:D--with-${${option}_CONFIGURE_WITH}}
.  else
CONFIGURE_ARGS+=	${${option}_CONFIGURE_WITH:D--without-${${option}_CONFIGURE_WITH}}
.    if target(post-install-${option}-off)
post-stage: post-install-${option}-off
.    endif
.  endif
.endfor
do-stage:
	cd ${WRKSRC} && ./configure ${CONFIGURE_ARGS}
	gmake=$$(command -v gmake || echo make); $$gmake -C ${WRKSRC} ${JOBS} && \
		$$gmake -C ${WRKSRC} install DESTDIR=${STAGEDIR}
post-install: do-stage
post-stage: post-install
stage: do-stage post-install post-stage
	find ${STAGEDIR}${PREFIX}/share/man -type f -exec gzip -n {} +
'
freebsd() {
	make=$(command -v bmake) || return 0
	unpacked
	mkdir mk
	printf '%s' "$ports" >mk/bsd.port.mk
	expect "SHA256 (parlour-$version.tar.xz) = $(sha256sum <"$tarball" | cut -d ' ' -f 1)" \
		cat files/freebsd/distinfo || return 1
	root=$PWD/stage
	for with in '' 'DOCS SYNC'; do
		rm -rf stage plist
		quietly build env -u MAKEFLAGS "$make" -m "$PWD/mk" -r -C files/freebsd "WRKDIR=$PWD" \
			"JOBS=-j$jobs" "WITH=$with" stage || return 1
		# The list is what is there, without what PORTDOCS lists.
		(cd stage/usr/local && find ./* ! -type d ! -path './share/doc/*' | sed 's|^\./||' | sort) >there
		sort plist >listed
		silent plist diff there listed || return 1
		if [ -z "$with" ] && grep parlour-sync plist; then return 1; fi
	done
	built='no: steps run by bmake'
	tried "$root" /usr/local bin share/man && tried_sync "$root" /usr/local share/man || return 1
	ran='its files'
}

# ---- the table ----

rm -rf "$work"
mkdir "$work"
table=$work/table
printf '%-10s  %-24s  %-26s  %s\n' system 'package built' 'checked by' 'installed and tried' >"$table"
failed=
for system; do
	mkdir "$work/$system"
	"$packaging/fill" "$tarball" "$work/$system/files"
	echo "== $system"
	(
		built=no checked=no ran=no
		cd "$work/$system"
		verdict=0
		$system || verdict=$?
		[ $verdict = 0 ] || built=FAILED
		printf '%-10s  %-24s  %-26s  %s\n' "$system" "$built" "$checked" "$ran" >>"$table"
		exit $verdict
	) || failed="$failed $system"
done
echo
cat "$table"
if [ -n "$failed" ]; then
	echo "failed:$failed"
	exit 1
fi
