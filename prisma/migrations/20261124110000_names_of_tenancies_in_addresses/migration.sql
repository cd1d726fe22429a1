-- The name of a tenancy in addresses: short, changeable, unique. Former names lead to the present one.
CREATE TABLE tenancy_slugs (
  slug text NOT NULL,
  tenancy_id integer NOT NULL REFERENCES tenancies (id) ON UPDATE CASCADE ON DELETE CASCADE DEFERRABLE,
  PRIMARY KEY (tenancy_id, slug)
);

CREATE INDEX tenancy_slugs_slug_idx ON tenancy_slugs (slug);

-- Each insert of ours names its slug; the default serves rows that others insert.
ALTER TABLE tenancies ADD COLUMN slug text NOT NULL DEFAULT 'site-' || substr(md5(random()::text), 1, 12);

-- As lib/farm/tenancies/slug.ts makes them from names; of equal ones all but the oldest take their id.
WITH named AS (
  SELECT id, left(trim(BOTH '-' FROM regexp_replace(
    lower(regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g')), '[^a-z0-9]+', '-', 'g')), 30) AS base
  FROM tenancies
), numbered AS (
  SELECT id, CASE WHEN base = '' THEN 'site' ELSE trim(BOTH '-' FROM base) END AS base,
    row_number() OVER (PARTITION BY CASE WHEN base = '' THEN 'site' ELSE trim(BOTH '-' FROM base) END ORDER BY id) AS nth
  FROM named
)
UPDATE tenancies t SET slug = CASE WHEN n.nth = 1 THEN n.base ELSE n.base || '-t' || n.id END
FROM numbered n WHERE n.id = t.id;

ALTER TABLE tenancies ADD CONSTRAINT tenancies_slug_key UNIQUE (slug);
