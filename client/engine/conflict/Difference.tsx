/** A value beside what it was: texts word by word, lists by their items, files as they look, everything else as it is said. */
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { columnNamed } from '../../../common/entity/meta';
import { useWords } from '../../shared/i18n';
import { FileSide, holdsFiles } from '../history/FileChange';
import { plainOf } from '../history/plainText';
import { ItemDiff, WordDiff } from '../history/WordDiff';
import { useDescribe } from '../useDescribe';
import { useTitlesIn } from '../useTitles';

interface DifferenceProps {
  readonly entity: AnyEntity;
  readonly field: string;
  readonly before: Json;
  readonly value: Json;
}

const LISTS = new Set(['refs', 'choices', 'array', 'city']);
const STRUCTURES = new Set(['json', 'key_values']);

/** What is compared word by word: of values that read as one word nothing is gained by it. */
function textOf(kind: string, value: Json, said: (value: Json) => string): string {
  if (value === null) return '';
  if (STRUCTURES.has(kind)) return said(value);
  const text = typeof value === 'string' ? value : '';
  if (kind === 'rich_text') return plainOf(text);
  return kind === 'text' ? text : '';
}

const itemsOf = (value: Json): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

export function Difference({ entity, field, before, value }: DifferenceProps) {
  const describe = useDescribe(entity, Infinity);
  const label = useWords(entity).fields[field] ?? field;
  const column = columnNamed(entity, field);
  const kind = column?.kind ?? '';
  useTitlesIn(entity, field, before, value);
  const said = (one: Json) => describe(field, one);
  const compared = (): ReactNode => {
    if (column && holdsFiles(column)) return <FileSide column={column} label={label} value={value} />;
    const items = itemsOf(value).map(said);
    if (LISTS.has(kind) && items.length > 0) return <ItemDiff before={itemsOf(before).map(said)} after={items} />;
    const [from, to] = [textOf(kind, before, said), textOf(kind, value, said)];
    return to === '' ? said(value) : <WordDiff before={from} after={to} />;
  };
  return (
    <Typography component="div" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
      {compared()}
    </Typography>
  );
}
