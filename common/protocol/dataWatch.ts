/** The test of a recycle rule or a sensitive data rule on one row, as the console receives it. */
import type { Json } from '../entity/field';

/** One value that the log would record. */
export interface TestedField {
  readonly field: string;
  /** As the log would record it, in the form of the wire. */
  readonly value: Json;
  /** The log would record the value, but the reader may not see it. */
  readonly hidden?: true;
}
/** The response of `GET /admin/recycle_rule/test` and `GET /admin/sensitive_rule/test`. */
export interface RuleTest {
  /** A disabled rule records nothing. */
  readonly enabled: boolean;
  readonly table: string;
  readonly title: string;
  /** Recycle rule: the values of the row. Sensitive data rule: the watched fields with their current values. */
  readonly fields: readonly TestedField[];
  /** Watched fields that the table no longer has. */
  readonly unknown: readonly string[];
}
