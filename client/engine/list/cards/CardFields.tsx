/** Fields of a card: state and figure belong to its head, two more are shown below in one line, the others on request. */
import ExpandIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../../common/entity/entity';
import { findColumn, type Column } from '../../../../common/entity/columns';
import type { Json } from '../../../../common/entity/field';
import type { CachedRow } from '../../../shared/store/entities';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import type { Density } from '../../../shared/store/settings';
import type { EntityPermissions } from '../../usePermissions';
import { createInlineToggle } from '../cells/inlineToggle';
import { lockedState } from '../../../../common/entity/lockedState';
import { visuallyHidden } from '../../../ui/visuallyHidden';
import { LiveCell } from '../cells/LiveCell';
import type { RowHandlers } from '../useRowHandlers';

/** Fields below the head. */
const INITIAL_FIELDS = 2;
/** Choices that say in which state a row is, by name; a choice with transitions is one as well. */
const STATE_FIELDS = ['status', 'state', 'type'] as const;
const FIGURE_KINDS: readonly Column['kind'][] = ['money', 'integer', 'float'];
/** Numbers that measure nothing. */
const NO_FIGURES: ReadonlySet<string> = new Set(['id', 'weigh', 'n']);
/** Kinds whose values say what they are without the name of their field. */
const SPEAKING_KINDS: ReadonlySet<Column['kind']> = new Set(['text', 'ref', 'refs', 'choice', 'date', 'datetime']);
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

const isBlank = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

type CardLineProps = Omit<CardFieldsProps, 'columns'> & {
  readonly line: readonly Column[];
  readonly hasMore: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly id: string;
  readonly buttonLabel: string;
};
/** The values of the first fields in one line, without their names, and the button that shows the others. */
function CardLine({ line, hasMore, isOpen, onToggle, id, buttonLabel, ...props }: CardLineProps) {
  const labels = useEntityLabels(props.entity);
  const shown = line.filter(({ name }) => !isBlank(props.cachedRow.row[name]));
  return (
    <Stack direction="row" sx={{ alignItems: 'center', minHeight: 40, pl: 4, pr: 1, gap: 2 }}>
      <Stack
        component="dl"
        direction="row"
        data-line
        sx={{ flex: 1, minWidth: 0, m: 0, color: 'text.secondary', fontSize: '0.8125rem' }}
      >
        {shown.map((column, index) => (
          <Stack key={column.name} direction="row" sx={{ minWidth: 0, alignItems: 'center' }}>
            <Box component="dt" sx={visuallyHidden}>
              {labels.fields[column.name] ?? column.name}
            </Box>
            {index > 0 && (
              <Box component="span" aria-hidden sx={{ mx: 2 }}>
                ·
              </Box>
            )}
            <Box component="dd" sx={{ m: 0, minWidth: 0, overflow: 'hidden' }}>
              <CardValue {...props} column={column} />
            </Box>
          </Stack>
        ))}
      </Stack>
      {hasMore && (
        <IconButton
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={buttonLabel}
          onClick={onToggle}
          sx={{ width: 44, height: 44, my: -0.5, color: 'text.secondary' }}
        >
          <ExpandIcon sx={isOpen ? TURNED : {}} />
        </IconButton>
      )}
    </Stack>
  );
}

const TURNED = { transform: 'rotate(180deg)' } as const;

interface MoreButtonProps {
  readonly isOpen: boolean;
  /** Id of the list of fields that it opens. */
  readonly id: string;
  readonly buttonLabel: string;
  readonly count: number;
  readonly onToggle: () => void;
}
function MoreButton({ isOpen, id, buttonLabel, count, onToggle }: MoreButtonProps) {
  const { t } = useTranslation();
  return (
    <Button
      color="inherit"
      size="small"
      aria-expanded={isOpen}
      aria-controls={id}
      aria-label={buttonLabel}
      endIcon={<ExpandIcon sx={isOpen ? TURNED : {}} />}
      onClick={onToggle}
      sx={{ mx: 2, mb: 1, minHeight: 44, color: 'text.secondary' }}
    >
      {isOpen ? t('lists.card.fewer') : t('lists.card.more', { count })}
    </Button>
  );
}

export function CardFields(props: CardFieldsProps) {
  const { entity, permissions, columns, density, title } = props;
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { first, more } = chooseCardFields(entity, columns, permissions.readable);
  const isLine = first.every(({ kind }) => SPEAKING_KINDS.has(kind));
  const toggle = () => setIsOpen(!isOpen);
  const buttonLabel = t(isOpen ? 'lists.card.fewer_of' : 'lists.card.more_of', { title, count: more.length });
  const gap = CARD_GAP[density];
  return (
    <>
      {isLine && (
        <CardLine
          {...props}
          line={first}
          hasMore={more.length > 0}
          {...{ isOpen, id, buttonLabel }}
          onToggle={toggle}
        />
      )}
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
          pb: isLine ? (isOpen ? 2 * gap : 0) : more.length > 0 ? 0 : 2 * gap,
        }}
      >
        {[...(isLine ? [] : first), ...(isOpen ? more : [])].map((column) => (
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
      {!isLine && more.length > 0 && (
        <MoreButton {...{ isOpen, id, buttonLabel }} count={more.length} onToggle={toggle} />
      )}
    </>
  );
}
