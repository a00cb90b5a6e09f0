/** Fields of a card: state and figure belong to its head, two more are shown below, the others are behind *More*. */
import ExpandIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../../common/entity/entity';
import { findColumn, type Column } from '../../../../common/entity/columns';
import type { CachedRow } from '../../../shared/store/entities';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import type { Density } from '../../../shared/store/settings';
import type { EntityPermissions } from '../../usePermissions';
import { createInlineToggle } from '../cells/inlineToggle';
import { lockedState } from '../../../../common/entity/lockedState';
import { LiveCell } from '../cells/LiveCell';
import type { RowHandlers } from '../useRowHandlers';

/** Fields below the head. */
const INITIAL_FIELDS = 2;
/** Choices that say in which state a row is, by name; a choice with transitions is one as well. */
const STATE_FIELDS = ['status', 'state', 'type'] as const;
const FIGURE_KINDS: readonly Column['kind'][] = ['money', 'integer', 'float'];
/** Numbers that measure nothing. */
const NO_FIGURES: ReadonlySet<string> = new Set(['id', 'weigh', 'n']);
const IMAGE_FIELD_KINDS = new Set(['image', 'images']);
export const CARD_GAP: Readonly<Record<Density, number>> = { compact: 1, comfortable: 2, relaxed: 3.5 };

interface CardFieldGroups {
  /** The state of the row, if its entity has one. */
  readonly state: Column | undefined;
  /** The one figure that matters: an amount before any other number. */
  readonly figure: Column | undefined;
  readonly first: readonly Column[];
  readonly more: readonly Column[];
}
function findState(entity: AnyEntity, columns: readonly Column[]): Column | undefined {
  const choices = columns.filter(({ kind }) => kind === 'choice');
  const byName = STATE_FIELDS.flatMap((name) => choices.find((column) => column.name === name) ?? []);
  return choices.find(({ name }) => entity.spec.transitions?.[name] !== undefined) ?? byName[0];
}
const findFigure = (columns: readonly Column[]): Column | undefined =>
  FIGURE_KINDS.flatMap((kind) => columns.filter((column) => column.kind === kind && !NO_FIGURES.has(column.name)))[0];

/** The fields of a card. A card of a log entity shows its time first. */
export function chooseCardFields(
  entity: AnyEntity,
  columns: readonly Column[],
  readable: ReadonlySet<string>,
): CardFieldGroups {
  const cardFields = columns.filter(
    ({ name, kind }) => name !== entity.spec.title && name !== 'id' && !IMAGE_FIELD_KINDS.has(kind),
  );
  const [state, figure] = [findState(entity, cardFields), findFigure(cardFields)];
  const otherFields = cardFields.filter((column) => column !== state && column !== figure);
  const time = findColumn(entity, 'create_time');
  const isTimed = entity.spec.base === 'log' && time !== undefined && readable.has(time.name);
  const ordered = isTimed ? [time, ...otherFields.filter(({ name }) => name !== time.name)] : otherFields;
  return { state, figure, first: ordered.slice(0, INITIAL_FIELDS), more: ordered.slice(INITIAL_FIELDS) };
}

interface CardFieldsProps {
  readonly entity: AnyEntity;
  readonly permissions: EntityPermissions;
  readonly columns: readonly Column[];
  readonly density: Density;
  readonly cachedRow: CachedRow;
  readonly initialChange: CachedRow['lastChange'];
  readonly title: string;
  /** The row is removed: its values cannot be changed. */
  readonly isRemoved: boolean;
  readonly handlers: RowHandlers;
}
export type CardValueProps = Omit<CardFieldsProps, 'columns' | 'density' | 'title'> & { readonly column: Column };
export function CardValue({
  entity,
  permissions,
  column,
  cachedRow,
  initialChange,
  isRemoved,
  handlers,
}: CardValueProps) {
  const isInactive = isRemoved || lockedState(entity, cachedRow.row) !== undefined;
  const commit = isInactive ? undefined : createInlineToggle(permissions, column, cachedRow.row, handlers);
  return (
    <LiveCell entity={entity} column={column} cachedRow={cachedRow} initialChange={initialChange} commit={commit} />
  );
}

export function CardFields(props: CardFieldsProps) {
  const { entity, permissions, columns, density, title } = props;
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { first, more } = chooseCardFields(entity, columns, permissions.readable);
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
        {[...first, ...(isOpen ? more : [])].map((column) => (
          <Box key={column.name} sx={{ minWidth: 0 }}>
            <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
              {labels.fields[column.name] ?? column.name}
            </Typography>
            <Box component="dd" sx={{ m: 0, minWidth: 0, overflow: 'hidden' }}>
              <CardValue {...props} column={column} />
            </Box>
          </Box>
        ))}
      </Box>
      {more.length > 0 && (
        <Button
          color="inherit"
          size="small"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={t(isOpen ? 'lists.card.fewer_of' : 'lists.card.more_of', { title, count: more.length })}
          endIcon={<ExpandIcon sx={isOpen ? { transform: 'rotate(180deg)' } : {}} />}
          onClick={() => setIsOpen(!isOpen)}
          sx={{ mx: 2, mb: 1, minHeight: 44, color: 'text.secondary' }}
        >
          {isOpen ? t('lists.card.fewer') : t('lists.card.more', { count: more.length })}
        </Button>
      )}
    </>
  );
}
