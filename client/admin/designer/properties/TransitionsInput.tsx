/** Editor of transitions: which choice can follow which, and who may do it. */
import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { DesignTransition } from '../../../../common/designer/design';
import { findFreeName } from '../../../../common/designer/palette';
import { bareFieldset } from '../../../engine/fieldTypes/cells/cells';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';
import { ListItemButtons } from './ListItemButtons';
import { LabelledPart, LIST_ITEM_STYLE } from './LabelledPart';
import { listOrNull, removeAt, replaceAt } from './listEdits';
import type { NameOption } from './NameSelect';
import { NamesSelect } from './NamesSelect';
import { TextPart } from './TextPart';
import { TransitionPermission } from './TransitionPermission';
import { getTransitions } from './transitions';
import { useChoiceOptions } from './useFieldOfRow';

interface TransitionProps {
  readonly transition: DesignTransition;
  readonly number: number;
  readonly options: readonly NameOption[];
  readonly rowId: number | null;
  readonly disabled: boolean;
  readonly onChange: (transition: DesignTransition) => void;
}
function TargetSelect({ transition, number, options, disabled, onChange }: TransitionProps) {
  const { t } = useTranslation();
  const isKnown = options.some(({ name }) => name === transition.to);
  return (
    <Select
      size="small"
      fullWidth
      displayEmpty
      disabled={disabled}
      value={isKnown ? transition.to : ''}
      SelectDisplayProps={{ 'aria-label': t('designerScreen.transitions.to', { number }) }}
      onChange={({ target }) => onChange({ ...transition, to: target.value })}
    >
      {!isKnown && <MenuItem value="">{t('designerScreen.transitions.to_short')}</MenuItem>}
      {options.map(({ name, label }) => (
        <MenuItem key={name} value={name}>
          {label}
        </MenuItem>
      ))}
    </Select>
  );
}

function TransitionParts(props: TransitionProps) {
  const { transition, number, options, disabled, onChange } = props;
  const { t } = useTranslation();
  const { super: _super, ...rest } = transition;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', gap: 1, flex: 1, minWidth: 0 }}>
      <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
        <TextPart
          label={t('designerScreen.transitions.name', { number })}
          heading={t('designerScreen.transitions.name_short')}
          text={transition.name}
          disabled={disabled}
          onText={(name) => onChange({ ...transition, name })}
        />
      </Box>
      <LabelledPart text={t('designerScreen.transitions.from_short')}>
        <NamesSelect
          label={t('designerScreen.transitions.from', { number })}
          names={transition.from}
          options={options}
          disabled={disabled}
          onChange={(from) => onChange({ ...transition, from })}
        />
      </LabelledPart>
      <LabelledPart text={t('designerScreen.transitions.to_short')}>
        <TargetSelect {...props} />
      </LabelledPart>
      <TransitionPermission {...props} />
      <FormControlLabel
        sx={{ gridColumn: '1 / -1' }}
        control={
          <Checkbox
            size="small"
            checked={transition.super === true}
            disabled={disabled}
            onChange={(_, isSuper) => onChange({ ...rest, ...(isSuper ? { super: true } : {}) })}
          />
        }
        label={<Typography variant="body2">{t('designerScreen.transitions.super')}</Typography>}
      />
    </Box>
  );
}

/** The suggested next transition: from the target of the last transition to the choice after it. */
function suggestTransition(
  options: readonly NameOption[],
  transitions: readonly DesignTransition[],
): Pick<DesignTransition, 'from' | 'to'> {
  const names = options.map(({ name }) => name);
  const from = transitions.at(-1)?.to ?? names[0];
  const to = from === undefined ? undefined : names[names.indexOf(from) + 1];
  return { from: from === undefined ? [] : [from], to: to ?? names.find((name) => name !== from) ?? '' };
}

export function TransitionsInput({ value, onChange, id, labelId, disabled, rowId }: InputProps) {
  const { t } = useTranslation();
  const options = useChoiceOptions(rowId);
  const transitions = getTransitions(value);
  const change = (next: readonly DesignTransition[]) => onChange(listOrNull(next));
  const add = () => {
    const name = findFreeName('change', new Set(transitions.map((transition) => transition.name)));
    change([...transitions, { name, ...suggestTransition(options, transitions) }]);
  };
  return (
    <Stack component="fieldset" id={id} aria-labelledby={labelId} sx={{ ...bareFieldset, gap: 3 }}>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t(transitions.length === 0 ? 'designerScreen.transitions.help' : 'designerScreen.transitions.node_help')}
      </Typography>
      {transitions.map((transition, index) => {
        const number = index + 1;
        return (
          <Stack key={number} direction="row" sx={LIST_ITEM_STYLE}>
            <TransitionParts
              transition={transition}
              number={number}
              options={options}
              disabled={disabled}
              rowId={rowId}
              onChange={(next) => change(replaceAt(transitions, index, next))}
            />
            <ListItemButtons
              labels={{ remove: t('designerScreen.transitions.remove', { number }) }}
              disabled={disabled}
              onRemove={() => change(removeAt(transitions, index))}
            />
          </Stack>
        );
      })}
      <Button size="small" startIcon={<AddIcon />} disabled={disabled} onClick={add} sx={{ alignSelf: 'start' }}>
        {t('designerScreen.transitions.add')}
      </Button>
    </Stack>
  );
}
