/** One thing to decide in a conflict: what was, what the other wrote, what one wrote oneself, and what comes of it. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Radio from '@mui/material/Radio';
import Typography from '@mui/material/Typography';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { columnNamed } from '../../../common/entity/meta';
import { useFormat } from '../../shared/format';
import { useWords } from '../../shared/i18n';
import { flashing } from '../flash';
import { bareFieldset, visuallyHidden } from '../kinds/cells';
import { Line } from '../kinds/inputs';
import type { Pick, Side } from '../picks';
import { Difference } from './Difference';
import { resultOf, type Unit } from './units';
import { useNameOf } from './useNameOf';

interface ChoiceProps {
  readonly entity: AnyEntity;
  readonly unit: Unit;
  readonly pick: Pick;
  readonly faults: Readonly<Record<string, string>>;
  readonly disabled: boolean;
  readonly first: boolean;
  /** The result was written by hand before the sides became what they are. */
  readonly outdated: boolean;
  readonly onPick: (pick: Pick) => void;
}

/** Field names stand before the values only where several fields are decided at once. */
function Values({ entity, unit, side }: Only<ChoiceProps, 'entity' | 'unit'> & { readonly side: 'before' | Side }) {
  const { t } = useTranslation();
  const words = useWords(entity);
  return unit.members.map((member) => {
    const { field, before, rival } = member;
    const value = side === 'before' ? before : resultOf(member, { side, text: '' });
    return (
      <Box key={field} sx={{ minWidth: 0 }}>
        {unit.members.length > 1 && (
          <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
            {words.fields[field] ?? field}
          </Typography>
        )}
        {side === 'theirs' && rival?.hidden ? (
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
type Only<T, K extends keyof T> = { readonly [P in K]: T[P] };

interface SideCellProps extends Only<ChoiceProps, 'entity' | 'unit' | 'pick' | 'disabled' | 'onPick'> {
  readonly side: Exclude<Side, 'own'>;
  readonly name: string;
  readonly caption: string;
  readonly autoFocus?: boolean;
}
/** The whole cell is the label of its radio. */
function SideCell({ entity, unit, pick, side, name, caption, disabled, autoFocus = false, onPick }: SideCellProps) {
  const chosen = pick.side === side;
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
        borderColor: chosen ? 'primary.main' : 'divider',
        borderRadius: 1.5,
        // A tint would cost the coloured words their contrast.
        boxShadow: chosen ? 'inset 0 0 0 1px var(--mui-palette-primary-main)' : 'none',
        cursor: disabled ? 'default' : 'pointer',
      }}
    >
      <Radio
        size="small"
        name={name}
        checked={chosen}
        disabled={disabled}
        autoFocus={autoFocus}
        onChange={() => onPick({ side, text: '' })}
        sx={{ p: 0, alignSelf: 'flex-start' }}
        slotProps={{ input: { 'aria-label': caption } }}
      />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="caption" component="div" sx={{ color: 'text.secondary', mb: 0.5 }}>
          {caption}
        </Typography>
        <Values entity={entity} unit={unit} side={side} />
      </Box>
    </Box>
  );
}

/** Lights up when the other's value changes while one looks at it. */
function Fresh({ children, of }: { readonly of: string; readonly children: ReactNode }) {
  const [first] = useState(of);
  return (
    <Box sx={{ position: 'relative', minWidth: 0, display: 'grid' }} {...(of === first ? {} : { 'data-fresh': true })}>
      {children}
      {of !== first && (
        <Box key={of} aria-hidden sx={{ ...flashing, position: 'absolute', inset: 0, pointerEvents: 'none' }} />
      )}
    </Box>
  );
}

function Result({ entity, unit, pick, faults, disabled, outdated, onPick }: Omit<ChoiceProps, 'first'>) {
  const { t } = useTranslation();
  const words = useWords(entity);
  const id = useId();
  const [member] = unit.members;
  if (member === undefined) return null;
  const { field } = member;
  const value = resultOf(member, pick);
  const lines = columnNamed(entity, field)?.options.lines;
  const fault = faults[field];
  const described = [fault === undefined ? '' : `${id}-help`, outdated ? `${id}-before` : ''].filter(Boolean).join(' ');
  return (
    <Box>
      <Typography id={`${id}-label`} component="label" htmlFor={id} variant="caption" sx={{ color: 'text.secondary' }}>
        {t('conflict.result')}
        <Box component="span" sx={visuallyHidden}>
          {`: ${words.fields[field] ?? field}`}
        </Box>
      </Typography>
      <Line
        id={id}
        value={typeof value === 'string' ? value : ''}
        onText={(text) => onPick({ side: 'own', text })}
        lines={lines}
        disabled={disabled}
        invalid={fault !== undefined}
        describedBy={described === '' ? undefined : described}
      />
      {fault !== undefined && (
        <FormHelperText id={`${id}-help`} error>
          {fault}
        </FormHelperText>
      )}
      {outdated && (
        <Alert id={`${id}-before`} severity="warning" sx={{ mt: 1.5 }}>
          {t('conflict.written_before')}
        </Alert>
      )}
    </Box>
  );
}

function useCaptions(unit: Unit) {
  const { t } = useTranslation();
  const format = useFormat();
  const nameOf = useNameOf();
  const rival = unit.members.find((member) => member.rival !== undefined)?.rival;
  const by = rival?.by ?? null;
  const who =
    rival && rival.at > 0 ? t('conflict.who_when', { name: nameOf(by), at: format.clock(rival.at) }) : nameOf(by);
  // The other took it back: nobody's, but what stands.
  const theirs = rival ? `${t('conflict.theirs')} · ${who}` : t('conflict.now');
  return { theirs, mine: t('conflict.yours'), both: t('conflict.both') };
}

export function Choice({ entity, unit, pick, faults, disabled, first, outdated, onPick }: ChoiceProps) {
  const { t } = useTranslation();
  const words = useWords(entity);
  const name = useId();
  const captions = useCaptions(unit);
  const titles = unit.members.map(({ field }) => words.fields[field] ?? field).join(' · ');
  const shared = { entity, unit, pick, name, disabled: disabled || unit.fixed !== null, onPick };
  const others = unit.members.filter(({ field }) => !unit.text && faults[field] !== undefined);
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
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1.2fr 1.2fr' }, gap: 2 }}>
        <Box sx={{ py: { sm: 2 }, minWidth: 0 }}>
          <Typography variant="caption" component="div" sx={{ color: 'text.secondary', mb: 0.5 }}>
            {t('conflict.before')}
          </Typography>
          <Values entity={entity} unit={unit} side="before" />
        </Box>
        <Fresh of={JSON.stringify(unit.members.map(({ theirs }) => theirs))}>
          <SideCell {...shared} side="theirs" caption={captions.theirs} />
        </Fresh>
        <SideCell {...shared} side="mine" caption={captions.mine} autoFocus={first} />
        {unit.text && (
          <>
            <SideCell {...shared} side="both" caption={captions.both} />
            <Box sx={{ gridColumn: { sm: 'span 2' }, minWidth: 0 }}>
              <Result {...{ entity, unit, pick, faults, disabled, outdated, onPick }} />
            </Box>
          </>
        )}
      </Box>
      {unit.fixed === 'locked' && (
        <Alert severity="info" sx={{ mt: 1.5 }}>
          {t('conflict.locked')}
        </Alert>
      )}
      {others.map(({ field }) => (
        <FormHelperText key={field} error>{`${words.fields[field] ?? field}: ${faults[field]}`}</FormHelperText>
      ))}
    </Box>
  );
}
