# fish completion for @PROGRAM@. Made from the program's table of options.

# ---- each kind of value ----

function __@ID@_FILE
    __fish_complete_path (commandline -ct)
end

function __@ID@_FOLDER
    __fish_complete_directories (commandline -ct) ''
end

function __@ID@_HOST
    echo localhost
    __fish_print_hostnames
end
@BEGIN LEVELS@

function __@ID@_MODE
    string split ' ' '@MODES@'
end

function __@ID@_PIECE
    string split ' ' 'bishop rook queen knight king'
end

function __@ID@_WHERE
    printf '%s\n' stderr syslog
end

function __@ID@_DATE
    echo today
end

function __@ID@_VARIABLE
    set -nx
end

# The players of this account have folders.
function __@ID@_NAME
    set -l state ~/.local/state
    test -n "$XDG_STATE_HOME"; and set state $XDG_STATE_HOME
    for folder in $state/parlour/players/*/
        path basename $folder
    end
end

# Modes and packs; the levels of a pack once no other one is left; level files.
function __@ID@_LEVEL
    set -l token (commandline -ct)
    set -l rows \
@LEVELS@

    set -l packs (string match -v '*:*' (string split -f 1 \t -- $rows))
    set -l pack (string split -f 1 : -- "$token")
    if not contains -- "$pack" $packs
        set pack (string match -- "$pack*" $packs)
    end
    __@ID@_MODE
    string match -r -v '^[^\t]*:' -- $rows
    if test (count $pack) = 1
        string match -- "$pack:*" $rows
    end
    # "pack:" is no path.
    string match -q '*:*' -- $token; or __fish_complete_suffix .level
end
@END LEVELS@

# ---- the command line ----

# Whether operands are of this kind.
function __@ID@_takes
    set -l operand NOTHING
@BEGIN LEVELS@
    set operand LEVEL
    for word in (commandline -opc)
        switch $word
@OPERANDS@
        end
    end
@END LEVELS@
    test $operand = $argv[1]
end

complete -c @PROGRAM@ -f
@OPTIONS@
@BEGIN LEVELS@
for kind in LEVEL MODE FILE
    complete -c @PROGRAM@ -k -n "__@ID@_takes $kind" -a "(__@ID@_$kind)"
end
@END LEVELS@
