/** What a card says of its row: all chosen columns, those beyond the first few behind *More*. */
import ExpandIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { columnNamed, type Column } from '../../../common/entity/meta';
import type { Held } from '../../shared/entities';
import { useWords } from '../../shared/i18n';
import type { Density } from '../../shared/settings';
import type { EntityRights } from '../useMay';
import { flipOf } from './inPlace';
import { lockedIn } from '../../../common/entity/lock';
import { LiveCell } from './LiveCell';
import type { RowHandlers } from './rowHandlers';

const SHOWN = 4;
const PICTURES = new Set(['image', 'images']);
export const CARD_GAP: Readonly<Record<Density, number>> = { compact: 1, comfortable: 2, relaxed: 3.5 };

interface Facts {
  readonly first: readonly Column[];
  readonly more: readonly Column[];
}
/** A log is read by its time, so that is always among the first. */
export function factsOf(entity: AnyEntity, columns: readonly Column[], readable: ReadonlySet<string>): Facts {
  const facts = columns.filter(({ name, kind }) => name !== entity.spec.title && name !== 'id' && !PICTURES.has(kind));
  const time = columnNamed(entity, 'create_time');
  if (entity.spec.base !== 'log' || time === undefined || !readable.has(time.name))
    return { first: facts.slice(0, SHOWN), more: facts.slice(SHOWN) };
  const others = facts.filter(({ name }) => name !== time.name);
  return { first: [time, ...others.slice(0, SHOWN - 1)], more: others.slice(SHOWN - 1) };
}

interface CardFactsProps {
  readonly entity: AnyEntity;
  readonly rights: EntityRights;
  readonly columns: readonly Column[];
  readonly density: Density;
  readonly held: Held;
  readonly seen: Held['last'];
  readonly title: string;
  /** The row is gone: nothing of it acts any more. */
  readonly dead: boolean;
  readonly handlers: RowHandlers;
}
export function CardFacts({ entity, rights, columns, density, held, seen, title, dead, handlers }: CardFactsProps) {
  const { t } = useTranslation();
  const words = useWords(entity);
  const id = useId();
  const [open, setOpen] = useState(false);
  const { first, more } = factsOf(entity, columns, rights.readable);
  const gap = CARD_GAP[density];
  return (
    <>
      <Box
        component="dl"
        id={id}
        sx={{
          display: 'grid',
          gridTemplateColumns: '1fr 1fr',
          columnGap: 4,
          rowGap: gap,
          m: 0,
          px: 4,
          pb: more.length > 0 ? 0 : 2 * gap,
        }}
      >
        {[...first, ...(open ? more : [])].map((column) => (
          <Box key={column.name} sx={{ minWidth: 0 }}>
            <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
              {words.fields[column.name] ?? column.name}
            </Typography>
            <Box component="dd" sx={{ m: 0, minWidth: 0, overflow: 'hidden' }}>
              <LiveCell
                entity={entity}
                column={column}
                held={held}
                seen={seen}
                commit={
                  dead || lockedIn(entity, held.row) !== undefined
                    ? undefined
                    : flipOf(rights, column, held.row, handlers)
                }
              />
            </Box>
          </Box>
        ))}
      </Box>
      {more.length > 0 && (
        <Button
          color="inherit"
          size="small"
          aria-expanded={open}
          aria-controls={id}
          aria-label={t(open ? 'lists.card.fewer_of' : 'lists.card.more_of', { title, count: more.length })}
          endIcon={<ExpandIcon sx={open ? { transform: 'rotate(180deg)' } : {}} />}
          onClick={() => setOpen(!open)}
          sx={{ mx: 2, mb: 1, minHeight: 44, color: 'text.secondary' }}
        >
          {open ? t('lists.card.fewer') : t('lists.card.more', { count: more.length })}
        </Button>
      )}
    </>
  );
}
