/** A value beside what it was: texts word by word, everything else in a few words. */
import Typography from '@mui/material/Typography';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { columnNamed } from '../../../common/entity/meta';
import { plainOf } from '../history/plainText';
import { WordDiff } from '../history/WordDiff';
import { useDescribe } from '../useDescribe';

interface DifferenceProps {
  readonly entity: AnyEntity;
  readonly field: string;
  readonly before: Json;
  readonly value: Json;
}

const textOf = (kind: string, value: Json): string | undefined => {
  if (kind !== 'text' && kind !== 'rich_text') return undefined;
  const text = typeof value === 'string' ? value : '';
  return kind === 'text' ? text : plainOf(text);
};

export function Difference({ entity, field, before, value }: DifferenceProps) {
  const describe = useDescribe(entity);
  const kind = columnNamed(entity, field)?.kind ?? '';
  const [from = '', to = ''] = [textOf(kind, before), textOf(kind, value)];
  return (
    <Typography component="div" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
      {to === '' ? describe(field, value) : <WordDiff before={from} after={to} />}
    </Typography>
  );
}
