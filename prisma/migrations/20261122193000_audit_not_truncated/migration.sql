-- TRUNCATE goes past triggers for rows: this one refuses it to everybody, the keeping of the audit included.
CREATE TRIGGER audit_entries_not_truncated BEFORE TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
