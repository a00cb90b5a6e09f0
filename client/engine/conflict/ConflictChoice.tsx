/** One conflict unit: base, remote value, own value and result. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Radio from '@mui/material/Radio';
import Typography from '@mui/material/Typography';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { findColumn } from '../../../common/entity/columns';
import { useFormatters } from '../../shared/i18n/format';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { highlightStyle } from '../highlightStyle';
import { bareFieldset, visuallyHidden } from '../fieldTypes/cells/cells';
import { TextInput } from '../fieldTypes/inputs/TextInput';
import type { Resolution, ResolutionSide } from '../formState/resolutions';
import { Difference } from '../diff/Difference';
import { computeResolvedValue, type ConflictUnit } from './conflictUnits';
import { useActorName } from '../useActorName';

interface ConflictChoiceProps {
  readonly entity: AnyEntity;
  readonly unit: ConflictUnit;
  readonly resolution: Resolution;
  readonly faults: Readonly<Record<string, string>>;
  readonly isDisabled: boolean;
  readonly isFirst: boolean;
  /** The result was typed by hand before the sides changed. */
  readonly isStale: boolean;
  readonly onResolve: (resolution: Resolution) => void;
}

/** Field names are shown only for units of several fields. */
function SideValues({
  entity,
  unit,
  side,
}: Pick<ConflictChoiceProps, 'entity' | 'unit'> & { readonly side: 'before' | ResolutionSide }) {
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  return unit.members.map((member) => {
    const { field, before, remoteChange } = member;
    const value = side === 'before' ? before : computeResolvedValue(member, { side, text: '' });
    return (
      <Box key={field} sx={{ minWidth: 0 }}>
        {unit.members.length > 1 && (
          <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
            {labels.fields[field] ?? field}
          </Typography>
        )}
        {side === 'theirs' && remoteChange?.hidden ? (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('conflict.hidden')}
          </Typography>
        ) : (
          <Difference entity={entity} field={field} before={side === 'before' ? value : before} value={value} />
        )}
      </Box>
    );
  });
}

interface SideOptionProps extends Pick<
  ConflictChoiceProps,
  'entity' | 'unit' | 'resolution' | 'isDisabled' | 'onResolve'
> {
  readonly side: Exclude<ResolutionSide, 'own'>;
  readonly name: string;
  readonly caption: string;
  readonly autoFocus?: boolean;
}
/** The whole cell is the label of its radio button. */
function SideOption({
  entity,
  unit,
  resolution,
  side,
  name,
  caption,
  isDisabled,
  autoFocus = false,
  onResolve,
}: SideOptionProps) {
  const isChosen = resolution.side === side;
  return (
    <Box
      component="label"
      sx={{
        position: 'relative',
        display: 'flex',
        gap: 1,
        minWidth: 0,
        p: 2,
        border: 1,
        borderColor: isChosen ? 'primary.main' : 'divider',
        borderRadius: 1.5,
        // A background tint would reduce the contrast of the coloured diff.
        boxShadow: isChosen ? 'inset 0 0 0 1px var(--mui-palette-primary-main)' : 'none',
        cursor: isDisabled ? 'default' : 'pointer',
      }}
    >
      <Radio
        size="small"
        name={name}
        checked={isChosen}
        disabled={isDisabled}
        autoFocus={autoFocus}
        onChange={() => onResolve({ side, text: '' })}
        sx={{ p: 0, alignSelf: 'flex-start' }}
        slotProps={{ input: { 'aria-label': caption } }}
      />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="caption" component="div" sx={{ color: 'text.secondary', mb: 0.5 }}>
          {caption}
        </Typography>
        <SideValues entity={entity} unit={unit} side={side} />
      </Box>
    </Box>
  );
}

/** Highlights its content when it changes after the first render. */
function HighlightOnChange({ children, contentKey }: { readonly contentKey: string; readonly children: ReactNode }) {
  const [initialKey] = useState(contentKey);
  return (
    <Box
      sx={{ position: 'relative', minWidth: 0, display: 'grid' }}
      {...(contentKey === initialKey ? {} : { 'data-fresh': true })}
    >
      {children}
      {contentKey !== initialKey && (
        <Box
          key={contentKey}
          aria-hidden
          sx={{ ...highlightStyle, position: 'absolute', inset: 0, pointerEvents: 'none' }}
        />
      )}
    </Box>
  );
}

function ResolutionResult({
  entity,
  unit,
  resolution,
  faults,
  isDisabled,
  isStale,
  onResolve,
}: Omit<ConflictChoiceProps, 'isFirst'>) {
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  const id = useId();
  const [member] = unit.members;
  if (member === undefined) return null;
  const { field } = member;
  const value = computeResolvedValue(member, resolution);
  const lines = findColumn(entity, field)?.options.lines;
  const fault = faults[field];
  const descriptionId = [fault === undefined ? '' : `${id}-help`, isStale ? `${id}-before` : '']
    .filter(Boolean)
    .join(' ');
  return (
    <Box>
      <Typography id={`${id}-label`} component="label" htmlFor={id} variant="caption" sx={{ color: 'text.secondary' }}>
        {t('conflict.result')}
        <Box component="span" sx={visuallyHidden}>
          {`: ${labels.fields[field] ?? field}`}
        </Box>
      </Typography>
      <TextInput
        id={id}
        value={typeof value === 'string' ? value : ''}
        onTextChange={(text) => onResolve({ side: 'own', text })}
        rows={lines}
        disabled={isDisabled}
        invalid={fault !== undefined}
        describedBy={descriptionId === '' ? undefined : descriptionId}
      />
      {fault !== undefined && (
        <FormHelperText id={`${id}-help`} error>
          {fault}
        </FormHelperText>
      )}
      {isStale && (
        <Alert id={`${id}-before`} severity="warning" sx={{ mt: 1.5 }}>
          {t('conflict.written_before')}
        </Alert>
      )}
    </Box>
  );
}

function useSideCaptions(unit: ConflictUnit) {
  const { t } = useTranslation();
  const format = useFormatters();
  const actorName = useActorName();
  const remoteChange = unit.members.find((member) => member.remoteChange !== undefined)?.remoteChange;
  const by = remoteChange?.by ?? null;
  const author =
    remoteChange && remoteChange.at > 0
      ? t('conflict.who_when', { name: actorName(by), at: format.time(remoteChange.at) })
      : actorName(by);
  // The remote change was reverted: shown without an author.
  const theirs = remoteChange ? `${t('conflict.theirs')} · ${author}` : t('conflict.now');
  return { theirs, mine: t('conflict.yours'), both: t('conflict.both') };
}

/** Base, remote value, own value and, for a text, the joined and the typed result. */
function UnitSides(props: ConflictChoiceProps) {
  const { entity, unit, resolution, faults, isDisabled, isFirst, isStale, onResolve } = props;
  const { t } = useTranslation();
  const name = useId();
  const captions = useSideCaptions(unit);
  const sharedProps = {
    entity,
    unit,
    resolution,
    name,
    isDisabled: isDisabled || unit.fixedReason !== null,
    onResolve,
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1.2fr 1.2fr' }, gap: 2 }}>
      <Box sx={{ py: { sm: 2 }, minWidth: 0 }}>
        <Typography variant="caption" component="div" sx={{ color: 'text.secondary', mb: 0.5 }}>
          {t('conflict.before')}
        </Typography>
        <SideValues entity={entity} unit={unit} side="before" />
      </Box>
      <HighlightOnChange contentKey={JSON.stringify(unit.members.map(({ theirs }) => theirs))}>
        <SideOption {...sharedProps} side="theirs" caption={captions.theirs} />
      </HighlightOnChange>
      <SideOption {...sharedProps} side="mine" caption={captions.mine} autoFocus={isFirst} />
      {unit.isText && (
        <>
          <SideOption {...sharedProps} side="both" caption={captions.both} />
          <Box sx={{ gridColumn: { sm: 'span 2' }, minWidth: 0 }}>
            <ResolutionResult {...{ entity, unit, resolution, faults, isDisabled, isStale, onResolve }} />
          </Box>
        </>
      )}
    </Box>
  );
}

export function ConflictChoice(props: ConflictChoiceProps) {
  const { entity, unit, faults } = props;
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  const titles = unit.members.map(({ field }) => labels.fields[field] ?? field).join(' · ');
  const invalidMembers = unit.members.filter(({ field }) => !unit.isText && faults[field] !== undefined);
  return (
    <Box component="fieldset" data-unit={unit.key} sx={bareFieldset}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0, mb: 1, fontWeight: 600 }}>
        {titles}
      </Typography>
      {unit.members.length > 1 && (
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary', mb: 1 }}>
          {t('conflict.unit')}
        </Typography>
      )}
      <UnitSides {...props} />
      {unit.fixedReason === 'locked' && (
        <Alert severity="info" sx={{ mt: 1.5 }}>
          {t('conflict.locked')}
        </Alert>
      )}
      {invalidMembers.map(({ field }) => (
        <FormHelperText key={field} error>{`${labels.fields[field] ?? field}: ${faults[field]}`}</FormHelperText>
      ))}
    </Box>
  );
}
