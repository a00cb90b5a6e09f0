/** Parses the rows of a list answer. */
import { asRecord } from '../../../common/json';

type Row = Readonly<Record<string, unknown>>;
export function listRows(answer: unknown): readonly Row[] {
  const list: unknown = asRecord(answer)?.['list'];
  return Array.isArray(list) ? list.map(asRecord).filter((row): row is Row => row !== undefined) : [];
}
