/* The statements of each version are applied once, in order, and never changed after a release.
 *
 * A host's role may read the records and call a few functions, nothing else. They run with the
 * owner's rights, and what they take is of the host that belongs to session_user only. send() and
 * withdraw_players() have a lock until their transaction ends, so records become visible in the
 * order of seq, and a reader who has seen a row has seen all before it. A host that does not end
 * its transaction stops the others, until it is withdrawn.
 *
 * Records are in partitions by seq: readers use the newest one only, and old ones can be detached.
 * So what makes a record unique is in a table beside them. */
#include "sync/schema.h"

#include <stdio.h>
#include <stdlib.h>

/* clang-format off */
static const struct statement {
	int version;
	const char *text;
} statements[] = {
	/* Those with a date up to `withdrawn` are refused. */
	{1, "CREATE TABLE parlour.host ("
	    "  name text PRIMARY KEY CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9.-]{0,62}$'),"
	    "  role name NOT NULL UNIQUE,"
	    "  admitted boolean NOT NULL DEFAULT true,"
	    "  withdrawn bigint NOT NULL DEFAULT -1);"},
	{1, "CREATE SEQUENCE parlour.record_seq;"},
	/* `ahead`: how many players had as few moves, or fewer, when it came. */
	{1, "CREATE TABLE parlour.record ("
	    "  seq bigint PRIMARY KEY,"
	    "  ahead integer NOT NULL,"
	    "  host text NOT NULL,"
	    "  line text NOT NULL"
	    ") PARTITION BY RANGE (seq);"},
	{1, "CREATE INDEX ON parlour.record (seq) WHERE ahead < 20;"},
	{1, "CREATE TABLE parlour.known (identity uuid PRIMARY KEY);"},
	/* Each player's fewest moves, and how many players have how many. For a run, "moves" is the
	 * number of its boards, as a negative number, so that here, too, the lowest is best. */
	{1, "CREATE TABLE parlour.best ("
	    "  level bigint, player text, moves integer NOT NULL, PRIMARY KEY (level, player));"},
	{1, "CREATE TABLE parlour.digest ("
	    "  level bigint, moves integer, players integer NOT NULL,"
	    "  PRIMARY KEY (level, moves));"},
	{1, "CREATE FUNCTION parlour.identity_of(line text) RETURNS uuid"
	    "  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog AS $$"
	    "  SELECT encode(substr(sha256(convert_to(line, 'UTF8')), 1, 16), 'hex')::uuid $$;"},
	/* The next seq; ten million of them share a partition. */
	{1, "CREATE FUNCTION parlour.next_seq() RETURNS bigint"
	    "  LANGUAGE plpgsql SET search_path = pg_catalog AS $$\n"
	    "DECLARE\n"
	    "  size CONSTANT bigint := 10000000;\n"
	    "  seq bigint := nextval('parlour.record_seq');\n"
	    "  part bigint := seq / size;\n"
	    "BEGIN\n"
	    "  IF to_regclass(format('parlour.record_%s', part)) IS NULL THEN\n"
	    "    EXECUTE format('CREATE TABLE parlour.record_%s PARTITION OF parlour.record'\n"
	    "      ' FOR VALUES FROM (%s) TO (%s)', part, part * size, (part + 1) * size);\n"
	    "  END IF;\n"
	    "  RETURN seq;\n"
	    "END $$;"},
	/* Empty. Whoever adds a record locks it first; hosts only by doing that. An advisory lock
	 * could be had by anybody. */
	{1, "CREATE TABLE parlour.turn ();"},
	{1, "CREATE FUNCTION parlour.lock_records() RETURNS void"
	    "  LANGUAGE plpgsql SET search_path = pg_catalog AS $$\n"
	    "BEGIN LOCK TABLE parlour.turn IN EXCLUSIVE MODE; END $$;"},
	{1, "CREATE FUNCTION parlour.add_to_digest("
	    "    of_level bigint, of_moves integer, change integer)"
	    "  RETURNS void LANGUAGE sql SET search_path = pg_catalog AS $$"
	    "  INSERT INTO parlour.digest AS d VALUES (of_level, of_moves, change)"
	    "  ON CONFLICT (level, moves) DO UPDATE SET players = d.players + change $$;"},
	{1, "CREATE FUNCTION parlour.note_best(of_level bigint, of_player text, of_moves integer)"
	    "  RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog AS $$\n"
	    "DECLARE\n"
	    "  before integer;\n"
	    "BEGIN\n"
	    "  SELECT moves INTO before FROM parlour.best"
	    "    WHERE level = of_level AND player = of_player;\n"
	    "  IF before <= of_moves THEN RETURN; END IF;\n"
	    "  IF before IS NOT NULL THEN\n"
	    "    PERFORM parlour.add_to_digest(of_level, before, -1);\n"
	    "  END IF;\n"
	    "  PERFORM parlour.add_to_digest(of_level, of_moves, 1);\n"
	    "  INSERT INTO parlour.best VALUES (of_level, of_player, of_moves)\n"
	    "    ON CONFLICT (level, player) DO UPDATE SET moves = of_moves;\n"
	    "END $$;"},
	/* Adds those of the lines that are new; skips what is no record of this host. */
	{1, "CREATE FUNCTION parlour.send(lines text[]) RETURNS integer"
	    "  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$\n"
	    "DECLARE\n"
	    "  me parlour.host;\n"
	    "  one text;\n"
	    "  word text[];\n"
	    "  place bigint;\n"
	    "  level_of bigint;\n"
	    "  moves_of integer;\n"
	    "  added integer := 0;\n"
	    "  latest bigint := extract(epoch FROM clock_timestamp()) + 86400;\n"
	    "BEGIN\n"
	    "  SELECT * INTO me FROM parlour.host WHERE role = session_user AND admitted;\n"
	    "  IF NOT FOUND THEN\n"
	    "    RAISE EXCEPTION 'no host is admitted with the role %', session_user\n"
	    "      USING ERRCODE = 'insufficient_privilege';\n"
	    "  END IF;\n"
	    "  PERFORM parlour.lock_records();\n"
	    "  FOREACH one IN ARRAY lines LOOP\n"
	    "    CONTINUE WHEN one IS NULL OR length(one) > 61000;\n"
	    "    word := regexp_match(one, '^score([1-9]) ([0-9]{1,12})'\n"
	    "      ' ([A-Za-z0-9_][A-Za-z0-9._-]{0,31})@([A-Za-z0-9.-]+) ([0-9a-f]{16})'\n"
	    "      ' ([!-~]+) ([ -~]+)$');\n"
	    "    CONTINUE WHEN word IS NULL OR word[4] <> me.name\n"
	    "      OR word[2]::bigint <= me.withdrawn OR word[2]::bigint > latest;\n"
	    "    INSERT INTO parlour.known VALUES (parlour.identity_of(one))\n"
	    "      ON CONFLICT DO NOTHING;\n"
	    "    CONTINUE WHEN NOT FOUND;\n"
	    "    level_of := ('x' || word[5])::bit(64)::bigint;\n"
	    "    IF word[6] ~ ':(streak|storm)#' THEN\n"
	    "      moves_of := length(replace(word[7], '/', '')) - length(word[7]) - 1;\n"
	    "    ELSE\n"
	    "      moves_of := length(word[7]) - length(replace(word[7], ' ', ''))\n"
	    "        + (word[1] = '1')::integer;\n" /* the other tags have a word more */
	    "    END IF;\n"
	    "    place := parlour.next_seq();\n"
	    "    INSERT INTO parlour.record SELECT place, coalesce(sum(players), 0), me.name, one\n"
	    "      FROM parlour.digest WHERE level = level_of AND moves <= moves_of;\n"
	    "    PERFORM parlour.note_best(level_of, word[3] || '@' || word[4], moves_of);\n"
	    "    added := added + 1;\n"
	    "  END LOOP;\n"
	    "  IF added > 0 THEN NOTIFY parlour; END IF;\n"
	    "  RETURN added;\n"
	    "END $$;"},
	/* The owner's: all records of a host go, and a line that says so comes. */
	{1, "CREATE FUNCTION parlour.withdraw(of_host text) RETURNS void"
	    "  LANGUAGE plpgsql SET search_path = pg_catalog AS $$\n"
	    "DECLARE\n"
	    "  until bigint;\n"
	    "  place bigint;\n"
	    "  one text;\n"
	    "BEGIN\n"
	    "  PERFORM parlour.lock_records();\n"
	    "  SELECT greatest(max(split_part(line, ' ', 2)::bigint),\n"
	    "      extract(epoch FROM clock_timestamp())::bigint)\n"
	    "    INTO until FROM parlour.record WHERE host = of_host;\n"
	    "  UPDATE parlour.host SET admitted = false, withdrawn = until WHERE name = of_host;\n"
	    "  IF NOT FOUND THEN RAISE EXCEPTION 'there is no host %', of_host; END IF;\n"
	    "  DELETE FROM parlour.known k USING parlour.record r\n"
	    "    WHERE r.host = of_host AND k.identity = parlour.identity_of(r.line);\n"
	    "  WITH gone AS (DELETE FROM parlour.best\n"
	    "      WHERE split_part(player, '@', 2) = of_host RETURNING level, moves),\n"
	    "    counted AS (SELECT level, moves, count(*) AS players FROM gone GROUP BY 1, 2)\n"
	    "  UPDATE parlour.digest d SET players = d.players - c.players FROM counted c\n"
	    "    WHERE d.level = c.level AND d.moves = c.moves;\n"
	    "  DELETE FROM parlour.record WHERE host = of_host;\n"
	    "  one := format('withdraw1 %s %s', until, of_host);\n"
	    "  INSERT INTO parlour.known VALUES (parlour.identity_of(one));\n"
	    "  place := parlour.next_seq();\n"
	    "  INSERT INTO parlour.record VALUES (place, 0, of_host, one);\n"
	    "  NOTIFY parlour;\n"
	    "END $$;"},
	{1, "CREATE FUNCTION parlour.admit(of_host text, of_role name) RETURNS void"
	    "  LANGUAGE plpgsql SET search_path = pg_catalog AS $$\n"
	    "BEGIN\n"
	    "  INSERT INTO parlour.host (name, role) VALUES (of_host, of_role)\n"
	    "    ON CONFLICT (name) DO UPDATE SET role = of_role, admitted = true;\n"
	    "  EXECUTE format('GRANT parlour_host TO %I', of_role);\n"
	    "END $$;"},
	{1, "REVOKE ALL ON ALL FUNCTIONS IN SCHEMA parlour FROM PUBLIC;"},
	{1, "GRANT USAGE ON SCHEMA parlour TO parlour_host;"},
	{1, "GRANT SELECT ON parlour.migration, parlour.host, parlour.record, parlour.known,"
	    "  parlour.digest TO parlour_host;"},
	{1, "GRANT EXECUTE ON FUNCTION parlour.send(text[]) TO parlour_host;"},

	/* Players who were forgotten on their host, or have another name now: records of
	 * NAME@HOST up to `until` are refused. */
	{2, "CREATE TABLE parlour.gone ("
	    "  player text PRIMARY KEY, date bigint NOT NULL, until bigint NOT NULL);"},
	{2, "CREATE INDEX record_by_player ON parlour.record (split_part(line, ' ', 3));"},
	{2, "ALTER FUNCTION parlour.send(text[]) RENAME TO send_any;"},
	{2, "REVOKE EXECUTE ON FUNCTION parlour.send_any(text[]) FROM parlour_host;"},
	{2, "CREATE FUNCTION parlour.send(lines text[]) RETURNS integer"
	    "  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$\n"
	    "BEGIN\n"
	    "  PERFORM parlour.lock_records();\n"
	    "  RETURN parlour.send_any(ARRAY(SELECT l.line\n"
	    "    FROM unnest(lines) WITH ORDINALITY AS l (line, place)\n"
	    "    LEFT JOIN parlour.gone g ON g.player = split_part(l.line, ' ', 3)\n"
	    "      AND split_part(l.line, ' ', 2) ~ '^[0-9]{1,12}$'\n"
	    "    WHERE g.player IS NULL OR split_part(l.line, ' ', 2)::bigint > g.until\n"
	    "    ORDER BY l.place));\n"
	    "END $$;"},
	/* The host that calls. */
	{2, "CREATE FUNCTION parlour.own_host() RETURNS parlour.host"
	    "  LANGUAGE plpgsql STABLE SET search_path = pg_catalog AS $$\n"
	    "DECLARE\n"
	    "  me parlour.host;\n"
	    "BEGIN\n"
	    "  SELECT * INTO me FROM parlour.host WHERE role = session_user AND admitted;\n"
	    "  IF NOT FOUND THEN\n"
	    "    RAISE EXCEPTION 'no host is admitted with the role %', session_user\n"
	    "      USING ERRCODE = 'insufficient_privilege';\n"
	    "  END IF;\n"
	    "  RETURN me;\n"
	    "END $$;"},
	/* Deletes the records of a player up to a date. Of the last row that hosts can see, from
	 * which they go on, the identity stays. */
	{2, "CREATE FUNCTION parlour.delete_player(of_player text, until bigint, last bigint)"
	    "  RETURNS void LANGUAGE sql SET search_path = pg_catalog AS $$"
	    "  WITH theirs AS MATERIALIZED (SELECT seq, line, parlour.identity_of(line) AS identity"
	    "      FROM parlour.record WHERE split_part(line, ' ', 3) = of_player AND CASE"
	    "        WHEN line ~ '^score[1-9] [0-9]{1,12} [^ ]+ [0-9a-f]{16} '"
	    "        THEN split_part(line, ' ', 2)::bigint <= until END),"
	    "    kept AS (UPDATE parlour.record r"
	    "      SET line = 'gone1 ' || replace(t.identity::text, '-', '')"
	    "      FROM theirs t WHERE r.seq = t.seq AND r.seq = last),"
	    "    deleted AS (DELETE FROM parlour.record r USING theirs t"
	    "      WHERE r.seq = t.seq AND r.seq < last),"
	    "    forgotten AS (DELETE FROM parlour.known k USING theirs t"
	    "      WHERE k.identity = t.identity),"
	    "    best AS (DELETE FROM parlour.best b USING (SELECT DISTINCT"
	    "        ('x' || split_part(line, ' ', 4))::bit(64)::bigint AS level FROM theirs) t"
	    "      WHERE b.player = of_player AND b.level = t.level"
	    "      RETURNING b.level, b.moves)"
	    "  UPDATE parlour.digest d SET players = d.players - 1 FROM best b"
	    "    WHERE d.level = b.level AND d.moves = b.moves $$;"},
	/* Texts of withdrawals of the host's own players, "DATE NAME@HOST UNTIL"; skips what is no
	 * such text, and all but the latest of a player. */
	{2, "CREATE FUNCTION parlour.withdraw_players(texts text[]) RETURNS integer"
	    "  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$\n"
	    "DECLARE\n"
	    "  me parlour.host := parlour.own_host();\n"
	    "  one text;\n"
	    "  word text[];\n"
	    "  line text;\n"
	    "  withdrawn integer := 0;\n"
	    "  last bigint;\n"
	    "  latest bigint := extract(epoch FROM clock_timestamp()) + 86400;\n"
	    "BEGIN\n"
	    "  PERFORM parlour.lock_records();\n"
	    "  SELECT max(seq) INTO last FROM parlour.record;\n"
	    "  FOREACH one IN ARRAY texts LOOP\n"
	    "    word := regexp_match(one, '^([0-9]{1,12}) (([A-Za-z0-9_][A-Za-z0-9._-]{0,31})'\n"
	    "      '@([A-Za-z0-9.-]+)) ([0-9]{1,12})$');\n"
	    "    CONTINUE WHEN word IS NULL OR word[4] <> me.name\n"
	    "      OR word[1]::bigint > latest OR word[5]::bigint > latest;\n"
	    "    INSERT INTO parlour.gone AS g VALUES (word[2], word[1]::bigint, word[5]::bigint)\n"
	    "      ON CONFLICT (player) DO UPDATE\n"
	    "      SET date = excluded.date, until = excluded.until\n"
	    "      WHERE (excluded.date, excluded.until) > (g.date, g.until);\n"
	    "    CONTINUE WHEN NOT FOUND;\n"
	    "    PERFORM parlour.delete_player(word[2], word[5]::bigint, last);\n"
	    "    line := 'withdraw1 ' || one;\n"
	    "    INSERT INTO parlour.known VALUES (parlour.identity_of(line))\n"
	    "      ON CONFLICT DO NOTHING;\n"
	    "    CONTINUE WHEN NOT FOUND;\n"
	    "    INSERT INTO parlour.record VALUES (parlour.next_seq(), 0, me.name, line);\n"
	    "    withdrawn := withdrawn + 1;\n"
	    "  END LOOP;\n"
	    "  IF withdrawn > 0 THEN NOTIFY parlour; END IF;\n"
	    "  RETURN withdrawn;\n"
	    "END $$;"},
	/* Guests' data, by the name of a key and the host that it was left on. A host sees none
	 * unless it names the key. */
	{2, "CREATE TABLE parlour.bundle ("
	    "  key text COLLATE \"C\" CHECK (key ~ '^[A-Za-z0-9_-]{43}$'),"
	    "  host text REFERENCES parlour.host,"
	    "  sum text NOT NULL CHECK (sum ~ '^[0-9a-f]{16}$'),"
	    "  body text NOT NULL CHECK (octet_length(body) <= 4194304),"
	    "  came timestamptz NOT NULL,"
	    "  PRIMARY KEY (key, host));"},
	{2, "CREATE INDEX ON parlour.bundle (host);"},
	/* Replaces the host's bundle; without a body, deletes it. */
	{2, "CREATE FUNCTION parlour.put_bundle(of_key text, of_sum text, of_body text)"
	    "  RETURNS void"
	    "  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$\n"
	    "DECLARE\n"
	    "  me parlour.host := parlour.own_host();\n"
	    "BEGIN\n"
	    "  IF of_body IS NULL THEN\n"
	    "    DELETE FROM parlour.bundle WHERE key = of_key AND host = me.name;\n"
	    "  ELSE\n"
	    "    INSERT INTO parlour.bundle VALUES (of_key, me.name, of_sum, of_body, now())\n"
	    "      ON CONFLICT (key, host) DO UPDATE\n"
	    "      SET sum = excluded.sum, body = excluded.body, came = now();\n"
	    "  END IF;\n"
	    "  PERFORM pg_notify('parlour_guest', of_key);\n"
	    "END $$;"},
	{2, "CREATE FUNCTION parlour.own_bundles() RETURNS TABLE (key text, sum text)"
	    "  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$"
	    "  SELECT key, sum FROM parlour.bundle WHERE host = (parlour.own_host()).name $$;"},
	/* What other hosts have of a guest, the newest ones; and one of them. */
	{2, "CREATE FUNCTION parlour.bundles_of(of_key text) RETURNS TABLE (host text, sum text)"
	    "  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$"
	    "  SELECT host, sum FROM parlour.bundle"
	    "  WHERE key = of_key AND host <> (parlour.own_host()).name"
	    "  ORDER BY came DESC LIMIT 16 $$;"},
	{2, "CREATE FUNCTION parlour.bundle_of(of_key text, of_host text) RETURNS text"
	    "  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$"
	    "  SELECT body FROM parlour.bundle, parlour.own_host() AS me"
	    "  WHERE key = of_key AND host = of_host $$;"},
	/* A host that is withdrawn has no bundles. */
	{2, "CREATE FUNCTION parlour.drop_bundles() RETURNS trigger"
	    "  LANGUAGE plpgsql SET search_path = pg_catalog AS $$\n"
	    "BEGIN\n"
	    "  PERFORM pg_notify('parlour_guest', key) FROM parlour.bundle WHERE host = NEW.name;\n"
	    "  DELETE FROM parlour.bundle WHERE host = NEW.name;\n"
	    "  RETURN NULL;\n"
	    "END $$;"},
	{2, "CREATE TRIGGER withdrawn AFTER UPDATE ON parlour.host FOR EACH ROW"
	    "  WHEN (NOT NEW.admitted) EXECUTE FUNCTION parlour.drop_bundles();"},
	{2, "REVOKE ALL ON ALL FUNCTIONS IN SCHEMA parlour FROM PUBLIC;"},
	{2, "GRANT EXECUTE ON FUNCTION parlour.send(text[]), parlour.withdraw_players(text[]),"
	    "  parlour.put_bundle(text, text, text), parlour.own_bundles(),"
	    "  parlour.bundles_of(text), parlour.bundle_of(text, text) TO parlour_host;"},

	/* Levels that twenty players have solved at some time: only of these do hosts want the
	 * numbers of players, and most boards are played by one. */
	{3, "CREATE TABLE parlour.popular (level bigint PRIMARY KEY);"},
	{3, "INSERT INTO parlour.popular"
	    "  SELECT level FROM parlour.digest GROUP BY level HAVING sum(players) >= 20;"},
	{3, "CREATE OR REPLACE FUNCTION parlour.note_best("
	    "    of_level bigint, of_player text, of_moves integer)"
	    "  RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog AS $$\n"
	    "DECLARE\n"
	    "  before integer;\n"
	    "BEGIN\n"
	    "  SELECT moves INTO before FROM parlour.best"
	    "    WHERE level = of_level AND player = of_player;\n"
	    "  IF before <= of_moves THEN RETURN; END IF;\n"
	    "  PERFORM parlour.add_to_digest(of_level, of_moves, 1);\n"
	    "  IF before IS NOT NULL THEN\n"
	    "    PERFORM parlour.add_to_digest(of_level, before, -1);\n"
	    "  ELSIF NOT EXISTS (SELECT FROM parlour.popular WHERE level = of_level) AND\n"
	    "      (SELECT sum(players) FROM parlour.digest WHERE level = of_level) >= 20 THEN\n"
	    "    INSERT INTO parlour.popular VALUES (of_level);\n"
	    "  END IF;\n"
	    "  INSERT INTO parlour.best VALUES (of_level, of_player, of_moves)\n"
	    "    ON CONFLICT (level, player) DO UPDATE SET moves = of_moves;\n"
	    "END $$;"},
	/* For withdraw(): nobody sends while it looks for what is of the host. */
	{3, "CREATE INDEX ON parlour.record (host);"},
	{3, "CREATE INDEX ON parlour.best (split_part(player, '@', 2));"},
	{3, "GRANT SELECT ON parlour.popular TO parlour_host;"},

	/* The next seq may need a new partition, which cannot be made while a statement adds to the
	 * table: so it is taken before. */
	{4, "CREATE OR REPLACE FUNCTION parlour.withdraw_players(texts text[])"
	    "  RETURNS integer"
	    "  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$\n"
	    "DECLARE\n"
	    "  me parlour.host := parlour.own_host();\n"
	    "  one text;\n"
	    "  word text[];\n"
	    "  line text;\n"
	    "  withdrawn integer := 0;\n"
	    "  last bigint;\n"
	    "  place bigint;\n"
	    "  latest bigint := extract(epoch FROM clock_timestamp()) + 86400;\n"
	    "BEGIN\n"
	    "  PERFORM parlour.lock_records();\n"
	    "  SELECT max(seq) INTO last FROM parlour.record;\n"
	    "  FOREACH one IN ARRAY texts LOOP\n"
	    "    word := regexp_match(one, '^([0-9]{1,12}) (([A-Za-z0-9_][A-Za-z0-9._-]{0,31})'\n"
	    "      '@([A-Za-z0-9.-]+)) ([0-9]{1,12})$');\n"
	    "    CONTINUE WHEN word IS NULL OR word[4] <> me.name\n"
	    "      OR word[1]::bigint > latest OR word[5]::bigint > latest;\n"
	    "    INSERT INTO parlour.gone AS g VALUES (word[2], word[1]::bigint, word[5]::bigint)\n"
	    "      ON CONFLICT (player) DO UPDATE\n"
	    "      SET date = excluded.date, until = excluded.until\n"
	    "      WHERE (excluded.date, excluded.until) > (g.date, g.until);\n"
	    "    CONTINUE WHEN NOT FOUND;\n"
	    "    PERFORM parlour.delete_player(word[2], word[5]::bigint, last);\n"
	    "    line := 'withdraw1 ' || one;\n"
	    "    INSERT INTO parlour.known VALUES (parlour.identity_of(line))\n"
	    "      ON CONFLICT DO NOTHING;\n"
	    "    CONTINUE WHEN NOT FOUND;\n"
	    "    place := parlour.next_seq();\n"
	    "    INSERT INTO parlour.record VALUES (place, 0, me.name, line);\n"
	    "    withdrawn := withdrawn + 1;\n"
	    "  END LOOP;\n"
	    "  IF withdrawn > 0 THEN NOTIFY parlour; END IF;\n"
	    "  RETURN withdrawn;\n"
	    "END $$;"},

	/* All hosts hear of a guest's bundle, and whoever knows the name of the key may read it: so
	 * they hear its identity, which those who know the name recognise. */
	{5, "CREATE FUNCTION parlour.tell_of_guest(of_key text) RETURNS void"
	    "  LANGUAGE plpgsql SET search_path = pg_catalog AS $$\n"
	    "BEGIN\n"
	    "  PERFORM pg_notify('parlour_guest',\n"
	    "    replace(parlour.identity_of(of_key)::text, '-', ''));\n"
	    "END $$;"},
	{5, "REVOKE ALL ON FUNCTION parlour.tell_of_guest(text) FROM PUBLIC;"},
	{5, "CREATE OR REPLACE FUNCTION parlour.put_bundle(of_key text, of_sum text, of_body text)"
	    "  RETURNS void"
	    "  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$\n"
	    "DECLARE\n"
	    "  me parlour.host := parlour.own_host();\n"
	    "BEGIN\n"
	    "  IF of_body IS NULL THEN\n"
	    "    DELETE FROM parlour.bundle WHERE key = of_key AND host = me.name;\n"
	    "  ELSE\n"
	    "    INSERT INTO parlour.bundle VALUES (of_key, me.name, of_sum, of_body, now())\n"
	    "      ON CONFLICT (key, host) DO UPDATE\n"
	    "      SET sum = excluded.sum, body = excluded.body, came = now();\n"
	    "  END IF;\n"
	    "  PERFORM parlour.tell_of_guest(of_key);\n"
	    "END $$;"},
	{5, "CREATE OR REPLACE FUNCTION parlour.drop_bundles() RETURNS trigger"
	    "  LANGUAGE plpgsql SET search_path = pg_catalog AS $$\n"
	    "BEGIN\n"
	    "  PERFORM parlour.tell_of_guest(key) FROM parlour.bundle WHERE host = NEW.name;\n"
	    "  DELETE FROM parlour.bundle WHERE host = NEW.name;\n"
	    "  RETURN NULL;\n"
	    "END $$;"},
	/* Unless pg_temp is named, types are looked up in it first: a host could make a type "text"
	 * there whose check runs with the owner's rights. */
	{5, "DO $$\n"
	    "DECLARE\n"
	    "  one regprocedure;\n"
	    "BEGIN\n"
	    "  FOR one IN\n"
	    "    SELECT oid FROM pg_proc WHERE pronamespace = 'parlour'::regnamespace LOOP\n"
	    "    EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, pg_temp', one);\n"
	    "  END LOOP;\n"
	    "END $$;"},

	/* Only a host that is admitted gets the lock. */
	{6, "CREATE OR REPLACE FUNCTION parlour.send(lines text[]) RETURNS integer"
	    "  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$\n"
	    "BEGIN\n"
	    "  PERFORM parlour.own_host();\n"
	    "  PERFORM parlour.lock_records();\n"
	    "  RETURN parlour.send_any(ARRAY(SELECT l.line\n"
	    "    FROM unnest(lines) WITH ORDINALITY AS l (line, place)\n"
	    "    LEFT JOIN parlour.gone g ON g.player = split_part(l.line, ' ', 3)\n"
	    "      AND split_part(l.line, ' ', 2) ~ '^[0-9]{1,12}$'\n"
	    "    WHERE g.player IS NULL OR split_part(l.line, ' ', 2)::bigint > g.until\n"
	    "    ORDER BY l.place));\n"
	    "END $$;"},
	/* Of the last row among the best, too, the identity stays: others go on from there. */
	{6, "CREATE OR REPLACE FUNCTION parlour.delete_player("
	    "    of_player text, until bigint, last bigint)"
	    "  RETURNS void LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$"
	    "  WITH theirs AS MATERIALIZED (SELECT seq, line, parlour.identity_of(line) AS identity"
	    "      FROM parlour.record WHERE split_part(line, ' ', 3) = of_player AND CASE"
	    "        WHEN line ~ '^score[1-9] [0-9]{1,12} [^ ]+ [0-9a-f]{16} '"
	    "        THEN split_part(line, ' ', 2)::bigint <= until END),"
	    "    ends AS MATERIALIZED (SELECT last AS seq UNION SELECT max(seq)"
	    "      FROM parlour.record WHERE ahead < 20 AND seq <= last),"
	    "    kept AS (UPDATE parlour.record r"
	    "      SET line = 'gone1 ' || replace(t.identity::text, '-', '')"
	    "      FROM theirs t WHERE r.seq = t.seq AND r.seq IN (SELECT seq FROM ends)),"
	    "    deleted AS (DELETE FROM parlour.record r USING theirs t"
	    "      WHERE r.seq = t.seq AND r.seq < last"
	    "      AND r.seq NOT IN (SELECT seq FROM ends WHERE seq IS NOT NULL)),"
	    "    forgotten AS (DELETE FROM parlour.known k USING theirs t"
	    "      WHERE k.identity = t.identity),"
	    "    best AS (DELETE FROM parlour.best b USING (SELECT DISTINCT"
	    "        ('x' || split_part(line, ' ', 4))::bit(64)::bigint AS level FROM theirs) t"
	    "      WHERE b.player = of_player AND b.level = t.level"
	    "      RETURNING b.level, b.moves)"
	    "  UPDATE parlour.digest d SET players = d.players - 1 FROM best b"
	    "    WHERE d.level = b.level AND d.moves = b.moves $$;"},
	/* What is left of a row that was deleted has no date. */
	{6, "CREATE OR REPLACE FUNCTION parlour.withdraw(of_host text) RETURNS void"
	    "  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET lock_timeout = '30s'"
	    "  AS $$\n"
	    "DECLARE\n"
	    "  until bigint;\n"
	    "  place bigint;\n"
	    "  one text;\n"
	    "BEGIN\n"
	    "  BEGIN\n"
	    "    PERFORM parlour.lock_records();\n"
	    "  EXCEPTION WHEN lock_not_available THEN\n"
	    "    RAISE EXCEPTION 'the records are locked by %',\n"
	    "      (SELECT string_agg(DISTINCT a.usename, ', ') FROM pg_locks l\n"
	    "        JOIN pg_stat_activity a USING (pid)\n"
	    "        WHERE l.relation = 'parlour.turn'::regclass AND l.granted);\n"
	    "  END;\n"
	    "  SELECT greatest(max(CASE WHEN line ~ '^(score[1-9]|withdraw1) [0-9]{1,12} '\n"
	    "        THEN split_part(line, ' ', 2)::bigint END),\n"
	    "      extract(epoch FROM clock_timestamp())::bigint)\n"
	    "    INTO until FROM parlour.record WHERE host = of_host;\n"
	    "  UPDATE parlour.host SET admitted = false, withdrawn = until,\n"
	    "    closed = clock_timestamp() WHERE name = of_host;\n"
	    "  IF NOT FOUND THEN RAISE EXCEPTION 'there is no host %', of_host; END IF;\n"
	    "  DELETE FROM parlour.known k USING parlour.record r\n"
	    "    WHERE r.host = of_host AND k.identity = parlour.identity_of(r.line);\n"
	    "  WITH gone AS (DELETE FROM parlour.best\n"
	    "      WHERE split_part(player, '@', 2) = of_host RETURNING level, moves),\n"
	    "    counted AS (SELECT level, moves, count(*) AS players FROM gone GROUP BY 1, 2)\n"
	    "  UPDATE parlour.digest d SET players = d.players - c.players FROM counted c\n"
	    "    WHERE d.level = c.level AND d.moves = c.moves;\n"
	    "  DELETE FROM parlour.record WHERE host = of_host;\n"
	    "  one := format('withdraw1 %s %s', until, of_host);\n"
	    "  INSERT INTO parlour.known VALUES (parlour.identity_of(one));\n"
	    "  place := parlour.next_seq();\n"
	    "  INSERT INTO parlour.record VALUES (place, 0, of_host, one);\n"
	    "  NOTIFY parlour;\n"
	    "END $$;"},
	/* When a host was withdrawn last. */
	{6, "ALTER TABLE parlour.host"
	    "  ADD COLUMN closed timestamptz NOT NULL DEFAULT '-infinity';"},
	/* Another isolation would not see that a host was withdrawn meanwhile. */
	{6, "CREATE OR REPLACE FUNCTION parlour.own_host() RETURNS parlour.host"
	    "  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$\n"
	    "DECLARE\n"
	    "  me parlour.host;\n"
	    "BEGIN\n"
	    "  IF current_setting('transaction_isolation') <> 'read committed' THEN\n"
	    "    RAISE EXCEPTION 'transactions of hosts are read committed';\n"
	    "  END IF;\n"
	    "  SELECT * INTO me FROM parlour.host WHERE role = session_user AND admitted;\n"
	    "  IF NOT FOUND THEN\n"
	    "    RAISE EXCEPTION 'no host is admitted with the role %', session_user\n"
	    "      USING ERRCODE = 'insufficient_privilege';\n"
	    "  END IF;\n"
	    "  RETURN me;\n"
	    "END $$;"},
	/* A host may hold its bundles until its transaction ends: a withdrawal does not wait for
	 * that, and what was put before it is not found any more. */
	{6, "CREATE OR REPLACE FUNCTION parlour.bundles_of(of_key text)"
	    "  RETURNS TABLE (host text, sum text) LANGUAGE sql STABLE SECURITY DEFINER"
	    "  SET search_path = pg_catalog, pg_temp AS $$"
	    "  SELECT b.host, b.sum FROM parlour.bundle b JOIN parlour.host h ON h.name = b.host"
	    "  WHERE b.key = of_key AND b.host <> (parlour.own_host()).name"
	    "    AND h.admitted AND b.came > h.closed"
	    "  ORDER BY b.came DESC LIMIT 16 $$;"},
	{6, "CREATE OR REPLACE FUNCTION parlour.bundle_of(of_key text, of_host text) RETURNS text"
	    "  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$"
	    "  SELECT b.body FROM parlour.own_host() AS me, parlour.bundle b"
	    "    JOIN parlour.host h ON h.name = b.host"
	    "  WHERE b.key = of_key AND b.host = of_host"
	    "    AND h.admitted AND b.came > h.closed $$;"},
	{6, "CREATE OR REPLACE FUNCTION parlour.drop_bundles() RETURNS trigger"
	    "  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$\n"
	    "BEGIN\n"
	    "  PERFORM parlour.tell_of_guest(key) FROM parlour.bundle WHERE host = NEW.name;\n"
	    "  DELETE FROM parlour.bundle WHERE (key, host) IN (SELECT key, host\n"
	    "    FROM parlour.bundle WHERE host = NEW.name FOR UPDATE SKIP LOCKED);\n"
	    "  RETURN NULL;\n"
	    "END $$;"},
	/* The owner's, before a withdrawal: nothing more is taken of the host, and its sessions,
	 * which may have the lock, are ended once that is committed. */
	{6, "CREATE FUNCTION parlour.exclude(of_host text) RETURNS void"
	    "  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$\n"
	    "BEGIN\n"
	    "  UPDATE parlour.host SET admitted = false WHERE name = of_host;\n"
	    "  IF NOT FOUND THEN RAISE EXCEPTION 'there is no host %', of_host; END IF;\n"
	    "END $$;"},
	{6, "CREATE FUNCTION parlour.end_sessions(of_host text) RETURNS void"
	    "  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$\n"
	    "BEGIN\n"
	    "  PERFORM pg_terminate_backend(a.pid) FROM pg_stat_activity a, parlour.host h\n"
	    "    WHERE h.name = of_host AND a.usename = h.role AND a.pid <> pg_backend_pid();\n"
	    "EXCEPTION WHEN insufficient_privilege THEN NULL;\n" /* then it has to wait */
	    "END $$;"},
	{6, "CREATE OR REPLACE FUNCTION parlour.admit(of_host text, of_role name) RETURNS void"
	    "  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$\n"
	    "DECLARE\n"
	    "  other text;\n"
	    "BEGIN\n"
	    "  SELECT name INTO other FROM parlour.host WHERE role = of_role AND name <> of_host;\n"
	    "  IF FOUND THEN\n"
	    "    RAISE EXCEPTION 'the role % is that of host %', of_role, other;\n"
	    "  END IF;\n"
	    "  INSERT INTO parlour.host (name, role) VALUES (of_host, of_role)\n"
	    "    ON CONFLICT (name) DO UPDATE SET role = of_role, admitted = true;\n"
	    "  EXECUTE format('GRANT parlour_host TO %I', of_role);\n"
	    "END $$;"},
	{6, "REVOKE ALL ON FUNCTION parlour.exclude(text), parlour.end_sessions(text)"
	    "  FROM PUBLIC;"},
};
/* clang-format on */

enum { STATEMENTS = sizeof statements / sizeof statements[0] };

static bool get_version(struct database *database, int *version, struct error *error)
{
	PGresult *result =
		database_query(database, "SELECT coalesce(max(version), 0) FROM parlour.migration",
	                       0, NULL, error);
	if (result != NULL)
		*version = atoi(PQgetvalue(result, 0, 0));
	PQclear(result);
	return result != NULL;
}

/* The newest version. */
static int newest(void)
{
	return statements[STATEMENTS - 1].version;
}

/* Makes a schema of an older version that of this one. */
static bool apply(struct database *database, int version, struct error *error)
{
	char note[80];
	bool good = true;
	snprintf(note, sizeof note, "INSERT INTO parlour.migration VALUES (%d)", version);
	for (int i = 0; good && i < STATEMENTS; i++)
		if (statements[i].version == version)
			good = database_run(database, statements[i].text, error);
	return good && database_run(database, note, error);
}

bool schema_init(struct database *database, struct error *error)
{
	int version = 0;
	bool good = database_run(database,
	                         "BEGIN;"
	                         "SELECT pg_advisory_xact_lock(1885434476);" /* "parl" */
	                         "DO $$ BEGIN"
	                         "  IF to_regrole('parlour_host') IS NULL THEN"
	                         "    CREATE ROLE parlour_host;"
	                         "  END IF; END $$;"
	                         "CREATE SCHEMA IF NOT EXISTS parlour;"
	                         "CREATE TABLE IF NOT EXISTS parlour.migration ("
	                         "  version integer PRIMARY KEY,"
	                         "  applied timestamptz NOT NULL DEFAULT now())",
	                         error) &&
	            get_version(database, &version, error);
	while (good && version < newest())
		good = apply(database, ++version, error);
	return good && database_run(database, "COMMIT", error);
}

bool schema_check(struct database *database, struct error *error)
{
	int version;
	struct error reason;
	if (!get_version(database, &version, &reason))
		return error_set(error, "%.400s; parlour-sync --init makes the schema",
		                 reason.text);
	return version >= newest() ||
	       error_set(error, "the schema is older than this program: run parlour-sync --init");
}

static bool call(struct database *database, const char *statement, int count,
                 const char *const *values, struct error *error)
{
	PGresult *result = database_query(database, statement, count, values, error);
	PQclear(result);
	return result != NULL;
}

bool schema_admit(struct database *database, const char *host, const char *role,
                  struct error *error)
{
	const char *const values[] = {host, role};
	return call(database, "SELECT parlour.admit($1, $2)", 2, values, error);
}

bool schema_withdraw(struct database *database, const char *host, struct error *error)
{
	return call(database, "SELECT parlour.exclude($1)", 1, &host, error) &&
	       call(database, "SELECT parlour.end_sessions($1)", 1, &host, error) &&
	       call(database, "SELECT parlour.withdraw($1)", 1, &host, error);
}
