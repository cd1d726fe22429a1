-- AlterTable
ALTER TABLE "audit_entries" ADD COLUMN     "address" TEXT;

-- Lines of the audit are only ever added. Who ends their keeping after the days that were agreed on says so, for one
-- transaction: SET LOCAL leafwatch.audit_retention = 'on'.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('leafwatch.audit_retention', true) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'Lines of the audit are neither changed nor deleted.' USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON "audit_entries"
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
