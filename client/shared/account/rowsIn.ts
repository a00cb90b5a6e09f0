/** The rows of a list answer, whatever they hold. */
import { asRecord } from '../persist';

type Row = Readonly<Record<string, unknown>>;
export function rowsIn(answer: unknown): readonly Row[] {
  const listed: unknown = asRecord(answer)?.['list'];
  return Array.isArray(listed) ? listed.map(asRecord).filter((row): row is Row => row !== undefined) : [];
}
