/** Live progress of an import. */
import { dataImport, IMPORT_STATUS } from '../../../common/entities/dataImport';
import { asInteger, asOneOf, asString } from '../../../common/json';
import { useRow } from '../../engine/data/useRow';

export type ImportStatus = keyof typeof IMPORT_STATUS;
const STATES: readonly ImportStatus[] = Object.values(IMPORT_STATUS);

export interface ImportProgress {
  readonly status: ImportStatus;
  readonly total: number;
  readonly done: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly firstId: number | null;
  readonly lastId: number | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly error: string;
}

export function useImport(id: number | null): ImportProgress | undefined {
  const { cachedRow, version } = useRow(dataImport, id);
  const row = cachedRow?.row;
  if (version === undefined || row === undefined) return undefined;
  const count = (name: string) => asInteger(row[name]);
  const optional = (name: string) => (typeof row[name] === 'number' ? row[name] : null);
  return {
    status: asOneOf(row['status'], STATES, 'uploaded'),
    total: count('total'),
    done: count('done'),
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    firstId: optional('first_id'),
    lastId: optional('last_id'),
    startedAt: optional('started_time'),
    endedAt: optional('ended_time'),
    error: asString(row['error'], 1000),
  };
}
