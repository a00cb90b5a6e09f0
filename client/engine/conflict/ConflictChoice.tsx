/** One conflict unit: base, remote value, own value and result. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { findColumn } from '../../../common/entity/columns';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { highlightStyle } from '../highlightStyle';
import { bareFieldset } from '../fieldTypes/cells/cells';
import { visuallyHidden } from '../../ui/visuallyHidden';
import { TextInput } from '../fieldTypes/inputs/TextInput';
import type { Resolution, ResolutionSide } from '../formState/resolutions';
import { Difference } from '../diff/Difference';
import { computeResolvedValue, type ConflictUnit } from './conflictUnits';
import { ConflictOption } from './ConflictOption';
import { FormattedConflict } from './FormattedConflict';
import { canJoinTexts } from './canJoinTexts';
import { useSideCaptions, type SideCaptions } from './useSideCaptions';

interface ConflictChoiceProps {
  readonly entity: AnyEntity;
  readonly unit: ConflictUnit;
  /** Undefined while nothing is chosen. */
  readonly resolution: Resolution | undefined;
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
    const { field, base, remoteChange } = member;
    const value = side === 'before' ? base : computeResolvedValue(member, { side, text: '' });
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
          <Difference entity={entity} field={field} before={side === 'before' ? value : base} value={value} />
        )}
      </Box>
    );
  });
}

interface SideOptionProps extends Pick<
  ConflictChoiceProps,
  'entity' | 'unit' | 'resolution' | 'isDisabled' | 'onResolve'
> {
  readonly side: Exclude<ResolutionSide, 'own' | 'blocks'>;
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
  return (
    <ConflictOption
      name={name}
      caption={caption}
      isChosen={resolution?.side === side}
      isDisabled={isDisabled}
      autoFocus={autoFocus}
      onChoose={() => onResolve({ side, text: '' })}
    >
      <SideValues entity={entity} unit={unit} side={side} />
    </ConflictOption>
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
  const value = resolution ? computeResolvedValue(member, resolution) : null;
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
        {...(resolution ? {} : { placeholder: t('conflict.result_hint') })}
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

/** Base, remote value, own value and, for a text, the joined and the typed result. */
function UnitSides({ captions, ...props }: ConflictChoiceProps & { readonly captions: SideCaptions }) {
  const { entity, unit, resolution, faults, isDisabled, isFirst, isStale, onResolve } = props;
  const { t } = useTranslation();
  const name = useId();
  const canJoin = unit.members.every(({ field }) => canJoinTexts(entity, field));
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
        <SideOption {...sharedProps} side="theirs" caption={captions.theirs} autoFocus={isFirst} />
      </HighlightOnChange>
      <SideOption {...sharedProps} side="mine" caption={captions.mine} />
      {unit.isText && (
        <>
          {canJoin && (
            <Box sx={{ gridColumn: { sm: '2 / -1' }, display: 'grid', minWidth: 0 }}>
              <SideOption {...sharedProps} side="both" caption={captions.both} />
            </Box>
          )}
          <Box sx={{ gridColumn: { sm: '1 / -1' }, minWidth: 0 }}>
            <ResolutionResult
              entity={entity}
              unit={unit}
              resolution={resolution}
              faults={faults}
              isDisabled={isDisabled}
              isStale={isStale}
              onResolve={onResolve}
            />
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
  const captions = useSideCaptions(unit);
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
      {unit.merge ? (
        <FormattedConflict {...props} merge={unit.merge} captions={captions} />
      ) : (
        <UnitSides {...props} captions={captions} />
      )}
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
