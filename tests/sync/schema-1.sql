SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE SCHEMA parlour;
CREATE FUNCTION parlour.add_to_digest(of_level bigint, of_moves integer, change integer) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog'
    AS $$  INSERT INTO parlour.digest AS d VALUES (of_level, of_moves, change)  ON CONFLICT (level, moves) DO UPDATE SET players = d.players + change $$;
CREATE FUNCTION parlour.admit(of_host text, of_role name) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog'
    AS $$
BEGIN
  INSERT INTO parlour.host (name, role) VALUES (of_host, of_role)
    ON CONFLICT (name) DO UPDATE SET role = of_role, admitted = true;
  EXECUTE format('GRANT parlour_host TO %I', of_role);
END $$;
CREATE FUNCTION parlour.identity_of(line text) RETURNS uuid
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    SET search_path TO 'pg_catalog'
    AS $$  SELECT encode(substr(sha256(convert_to(line, 'UTF8')), 1, 16), 'hex')::uuid $$;
CREATE FUNCTION parlour.lock_records() RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog'
    AS $$
BEGIN LOCK TABLE parlour.turn IN EXCLUSIVE MODE; END $$;
CREATE FUNCTION parlour.next_seq() RETURNS bigint
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog'
    AS $$
DECLARE
  size CONSTANT bigint := 10000000;
  seq bigint := nextval('parlour.record_seq');
  part bigint := seq / size;
BEGIN
  IF to_regclass(format('parlour.record_%s', part)) IS NULL THEN
    EXECUTE format('CREATE TABLE parlour.record_%s PARTITION OF parlour.record'
      ' FOR VALUES FROM (%s) TO (%s)', part, part * size, (part + 1) * size);
  END IF;
  RETURN seq;
END $$;
CREATE FUNCTION parlour.note_best(of_level bigint, of_player text, of_moves integer) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog'
    AS $$
DECLARE
  before integer;
BEGIN
  SELECT moves INTO before FROM parlour.best    WHERE level = of_level AND player = of_player;
  IF before <= of_moves THEN RETURN; END IF;
  IF before IS NOT NULL THEN
    PERFORM parlour.add_to_digest(of_level, before, -1);
  END IF;
  PERFORM parlour.add_to_digest(of_level, of_moves, 1);
  INSERT INTO parlour.best VALUES (of_level, of_player, of_moves)
    ON CONFLICT (level, player) DO UPDATE SET moves = of_moves;
END $$;
CREATE FUNCTION parlour.send(lines text[]) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog'
    AS $_$
DECLARE
  me parlour.host;
  one text;
  word text[];
  place bigint;
  level_of bigint;
  moves_of integer;
  added integer := 0;
  latest bigint := extract(epoch FROM clock_timestamp()) + 86400;
BEGIN
  SELECT * INTO me FROM parlour.host WHERE role = session_user AND admitted;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no host is admitted with the role %', session_user
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM parlour.lock_records();
  FOREACH one IN ARRAY lines LOOP
    CONTINUE WHEN one IS NULL OR length(one) > 61000;
    word := regexp_match(one, '^score([1-9]) ([0-9]{1,12})'
      ' ([A-Za-z0-9_][A-Za-z0-9._-]{0,31})@([A-Za-z0-9.-]+) ([0-9a-f]{16})'
      ' ([!-~]+) ([ -~]+)$');
    CONTINUE WHEN word IS NULL OR word[4] <> me.name
      OR word[2]::bigint <= me.withdrawn OR word[2]::bigint > latest;
    INSERT INTO parlour.known VALUES (parlour.identity_of(one))
      ON CONFLICT DO NOTHING;
    CONTINUE WHEN NOT FOUND;
    level_of := ('x' || word[5])::bit(64)::bigint;
    IF word[6] ~ ':(streak|storm)#' THEN
      moves_of := length(replace(word[7], '/', '')) - length(word[7]) - 1;
    ELSE
      moves_of := length(word[7]) - length(replace(word[7], ' ', ''))
        + (word[1] = '1')::integer;
    END IF;
    place := parlour.next_seq();
    INSERT INTO parlour.record SELECT place, coalesce(sum(players), 0), me.name, one
      FROM parlour.digest WHERE level = level_of AND moves <= moves_of;
    PERFORM parlour.note_best(level_of, word[3] || '@' || word[4], moves_of);
    added := added + 1;
  END LOOP;
  IF added > 0 THEN NOTIFY parlour; END IF;
  RETURN added;
END $_$;
CREATE FUNCTION parlour.withdraw(of_host text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog'
    AS $$
DECLARE
  until bigint;
  place bigint;
  one text;
BEGIN
  PERFORM parlour.lock_records();
  SELECT greatest(max(split_part(line, ' ', 2)::bigint),
      extract(epoch FROM clock_timestamp())::bigint)
    INTO until FROM parlour.record WHERE host = of_host;
  UPDATE parlour.host SET admitted = false, withdrawn = until WHERE name = of_host;
  IF NOT FOUND THEN RAISE EXCEPTION 'there is no host %', of_host; END IF;
  DELETE FROM parlour.known k USING parlour.record r
    WHERE r.host = of_host AND k.identity = parlour.identity_of(r.line);
  WITH gone AS (DELETE FROM parlour.best
      WHERE split_part(player, '@', 2) = of_host RETURNING level, moves),
    counted AS (SELECT level, moves, count(*) AS players FROM gone GROUP BY 1, 2)
  UPDATE parlour.digest d SET players = d.players - c.players FROM counted c
    WHERE d.level = c.level AND d.moves = c.moves;
  DELETE FROM parlour.record WHERE host = of_host;
  one := format('withdraw1 %s %s', until, of_host);
  INSERT INTO parlour.known VALUES (parlour.identity_of(one));
  place := parlour.next_seq();
  INSERT INTO parlour.record VALUES (place, 0, of_host, one);
  NOTIFY parlour;
END $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE parlour.best (
    level bigint NOT NULL,
    player text NOT NULL,
    moves integer NOT NULL
);
CREATE TABLE parlour.digest (
    level bigint NOT NULL,
    moves integer NOT NULL,
    players integer NOT NULL
);
CREATE TABLE parlour.host (
    name text NOT NULL,
    role name NOT NULL,
    admitted boolean DEFAULT true NOT NULL,
    withdrawn bigint DEFAULT '-1'::integer NOT NULL,
    CONSTRAINT host_name_check CHECK ((name ~ '^[A-Za-z0-9][A-Za-z0-9.-]{0,62}$'::text))
);
CREATE TABLE parlour.known (
    identity uuid NOT NULL
);
CREATE TABLE parlour.migration (
    version integer NOT NULL,
    applied timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE parlour.record (
    seq bigint NOT NULL,
    ahead integer NOT NULL,
    host text NOT NULL,
    line text NOT NULL
)
PARTITION BY RANGE (seq);
CREATE TABLE parlour.record_0 (
    seq bigint NOT NULL,
    ahead integer NOT NULL,
    host text NOT NULL,
    line text NOT NULL
);
CREATE SEQUENCE parlour.record_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE parlour.turn (
);
ALTER TABLE ONLY parlour.record ATTACH PARTITION parlour.record_0 FOR VALUES FROM ('0') TO ('10000000');
COPY parlour.best (level, player, moves) FROM stdin;
7204582272483038724	p0@d	2
7204582272483038724	p1@d	3
7204582272483038724	p2@d	2
7204582272483038724	p3@d	3
7204582272483038724	p4@d	2
7204582272483038724	p5@d	3
7204582272483038724	p6@d	2
7204582272483038724	p7@d	3
7204582272483038724	p8@d	2
7204582272483038724	p9@d	3
7204582272483038724	p10@d	2
7204582272483038724	p11@d	3
7204582272483038724	p12@d	2
7204582272483038724	p13@d	3
7204582272483038724	p14@d	2
7204582272483038724	p15@d	3
7204582272483038724	p16@d	2
7204582272483038724	p17@d	3
7204582272483038724	p18@d	2
7204582272483038724	p19@d	3
7204582272483038724	p20@d	2
7204582272483038724	p21@d	3
7204582272483038724	p22@d	2
7204582272483038724	p23@d	3
7204582272483038724	p24@d	2
\.
COPY parlour.digest (level, moves, players) FROM stdin;
7204582272483038724	3	12
7204582272483038724	2	13
\.
COPY parlour.host (name, role, admitted, withdrawn) FROM stdin;
d	role_d	t	-1
\.
COPY parlour.known (identity) FROM stdin;
5182d462-6c0d-94f7-e0a6-b6bf37d690e8
5670b245-270f-af9f-39df-6a7c3d6454d0
ecb2477b-7624-04cf-8794-8be139d9a1af
e55244e6-d5c8-a3c6-b1a2-816c2192d786
3b642c07-2721-e21e-e46d-95a1eb7743c0
b9259a48-a5c4-72d4-cc83-a81ad4f72a53
76b8b9e1-2d61-dde9-5510-6513eedfe1c7
945899a6-e0c2-cb20-64bf-af1c2533fbbe
24f5502f-4f24-72bf-9c53-92eab7e1318b
3044120e-1347-1bd3-b986-f5bd266a432f
416c0bc3-1a34-6363-d898-644421137bb5
a4f0914e-12f2-80ca-1811-c4eb9d23d1fe
e2a2d77d-9e78-9706-f42a-178e9f1c2100
f6bee3f0-b66f-0ca5-10d1-0b3f04f9ad95
ecd11cda-ea52-984e-7975-287a3cd002d5
eb26477e-69dd-dd55-52e6-1450dd73f972
5071ffdd-3e56-0e84-4906-36c17719d521
da6b98e7-a9a7-ea47-d17b-599f19f785be
50ca229d-b6d5-ce7a-9b5e-a36de211c31a
7dc2a7d0-5237-4e7d-72bb-d95a17aec6e6
f433d47b-2933-80f4-8712-f6703d9a6190
df607ce7-9a5d-b484-5ce5-73a17c2ba2e7
407e06fc-b64f-e97c-27c4-109905eedc5d
3ccce751-120c-16d6-eb5b-6dbe0e4b5f50
932f8703-5d4c-e3f4-e7bd-35838edd8adf
\.
COPY parlour.migration (version, applied) FROM stdin;
1	2026-11-26 05:16:02.794093+00
\.
COPY parlour.record_0 (seq, ahead, host, line) FROM stdin;
1	0	d	score1 1795670161 p0@d 63fbd167c26d9604 tilt/first-steps:1 up right
2	1	d	score1 1795670161 p1@d 63fbd167c26d9604 tilt/first-steps:1 down up right
3	1	d	score1 1795670161 p2@d 63fbd167c26d9604 tilt/first-steps:1 up right
4	3	d	score1 1795670161 p3@d 63fbd167c26d9604 tilt/first-steps:1 down up right
5	2	d	score1 1795670161 p4@d 63fbd167c26d9604 tilt/first-steps:1 up right
6	5	d	score1 1795670161 p5@d 63fbd167c26d9604 tilt/first-steps:1 down up right
7	3	d	score1 1795670161 p6@d 63fbd167c26d9604 tilt/first-steps:1 up right
8	7	d	score1 1795670161 p7@d 63fbd167c26d9604 tilt/first-steps:1 down up right
9	4	d	score1 1795670161 p8@d 63fbd167c26d9604 tilt/first-steps:1 up right
10	9	d	score1 1795670161 p9@d 63fbd167c26d9604 tilt/first-steps:1 down up right
11	5	d	score1 1795670161 p10@d 63fbd167c26d9604 tilt/first-steps:1 up right
12	11	d	score1 1795670161 p11@d 63fbd167c26d9604 tilt/first-steps:1 down up right
13	6	d	score1 1795670161 p12@d 63fbd167c26d9604 tilt/first-steps:1 up right
14	13	d	score1 1795670161 p13@d 63fbd167c26d9604 tilt/first-steps:1 down up right
15	7	d	score1 1795670161 p14@d 63fbd167c26d9604 tilt/first-steps:1 up right
16	15	d	score1 1795670161 p15@d 63fbd167c26d9604 tilt/first-steps:1 down up right
17	8	d	score1 1795670161 p16@d 63fbd167c26d9604 tilt/first-steps:1 up right
18	17	d	score1 1795670161 p17@d 63fbd167c26d9604 tilt/first-steps:1 down up right
19	9	d	score1 1795670161 p18@d 63fbd167c26d9604 tilt/first-steps:1 up right
20	19	d	score1 1795670161 p19@d 63fbd167c26d9604 tilt/first-steps:1 down up right
21	10	d	score1 1795670161 p20@d 63fbd167c26d9604 tilt/first-steps:1 up right
22	21	d	score1 1795670161 p21@d 63fbd167c26d9604 tilt/first-steps:1 down up right
23	11	d	score1 1795670161 p22@d 63fbd167c26d9604 tilt/first-steps:1 up right
24	23	d	score1 1795670161 p23@d 63fbd167c26d9604 tilt/first-steps:1 down up right
25	12	d	score1 1795670161 p24@d 63fbd167c26d9604 tilt/first-steps:1 up right
\.
COPY parlour.turn  FROM stdin;
\.
SELECT pg_catalog.setval('parlour.record_seq', 25, true);
ALTER TABLE ONLY parlour.best
    ADD CONSTRAINT best_pkey PRIMARY KEY (level, player);
ALTER TABLE ONLY parlour.digest
    ADD CONSTRAINT digest_pkey PRIMARY KEY (level, moves);
ALTER TABLE ONLY parlour.host
    ADD CONSTRAINT host_pkey PRIMARY KEY (name);
ALTER TABLE ONLY parlour.host
    ADD CONSTRAINT host_role_key UNIQUE (role);
ALTER TABLE ONLY parlour.known
    ADD CONSTRAINT known_pkey PRIMARY KEY (identity);
ALTER TABLE ONLY parlour.migration
    ADD CONSTRAINT migration_pkey PRIMARY KEY (version);
ALTER TABLE ONLY parlour.record
    ADD CONSTRAINT record_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY parlour.record_0
    ADD CONSTRAINT record_0_pkey PRIMARY KEY (seq);
CREATE INDEX record_seq_idx ON ONLY parlour.record USING btree (seq) WHERE (ahead < 20);
CREATE INDEX record_0_seq_idx ON parlour.record_0 USING btree (seq) WHERE (ahead < 20);
ALTER INDEX parlour.record_pkey ATTACH PARTITION parlour.record_0_pkey;
ALTER INDEX parlour.record_seq_idx ATTACH PARTITION parlour.record_0_seq_idx;
GRANT USAGE ON SCHEMA parlour TO parlour_host;
REVOKE ALL ON FUNCTION parlour.add_to_digest(of_level bigint, of_moves integer, change integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION parlour.admit(of_host text, of_role name) FROM PUBLIC;
REVOKE ALL ON FUNCTION parlour.identity_of(line text) FROM PUBLIC;
REVOKE ALL ON FUNCTION parlour.lock_records() FROM PUBLIC;
REVOKE ALL ON FUNCTION parlour.next_seq() FROM PUBLIC;
REVOKE ALL ON FUNCTION parlour.note_best(of_level bigint, of_player text, of_moves integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION parlour.send(lines text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION parlour.send(lines text[]) TO parlour_host;
REVOKE ALL ON FUNCTION parlour.withdraw(of_host text) FROM PUBLIC;
GRANT SELECT ON TABLE parlour.digest TO parlour_host;
GRANT SELECT ON TABLE parlour.host TO parlour_host;
GRANT SELECT ON TABLE parlour.known TO parlour_host;
GRANT SELECT ON TABLE parlour.migration TO parlour_host;
GRANT SELECT ON TABLE parlour.record TO parlour_host;
