/** Editor of choices: name, stored value, and a label in each language. */
import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { DesignChoice } from '../../../../common/designer/design';
import { parseChoices } from '../../../../common/designer/fieldOptions';
import { findFreeName } from '../../../../common/designer/palette';
import { bareFieldset } from '../../../engine/fieldTypes/cells/cells';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';
import { inputText } from '../../../engine/fieldTypes/inputs/TextInput';
import { ListItemButtons } from './ListItemButtons';
import { LabelledPart, LIST_ITEM_STYLE } from './LabelledPart';
import { listOrNull, moveBy, removeAt, replaceAt } from './listEdits';

/** Digits are stored as a number, anything else as a word. */
const readChoiceValue = (text: string): number | string => (/^-?\d{1,9}$/.test(text) ? Number(text) : text);

/** A further choice: with the next number if all have numbers, otherwise with its name. */
function nextChoice(choices: readonly DesignChoice[]): DesignChoice {
  const name = findFreeName('choice', new Set(choices.map((choice) => choice.name)));
  const numbers = choices.map(({ value }) => value).filter((value) => typeof value === 'number');
  const hasNumbers = numbers.length === choices.length;
  return { name, value: hasNumbers ? Math.max(0, ...numbers) + 1 : name, en: '', zh: '' };
}

const PARTS = ['name', 'value', 'en', 'zh'] as const;

interface ChoiceRowProps {
  readonly choice: DesignChoice;
  readonly number: number;
  readonly disabled: boolean;
  readonly onChange: (choice: DesignChoice) => void;
}
function ChoiceParts({ choice, number, disabled, onChange }: ChoiceRowProps) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1, flex: 1, minWidth: 0 }}>
      {PARTS.map((part) => (
        <LabelledPart key={part} text={t(`designerScreen.choices.${part}_short`)}>
          <OutlinedInput
            size="small"
            fullWidth
            value={inputText(choice[part])}
            disabled={disabled}
            inputProps={{ 'aria-label': t(`designerScreen.choices.${part}`, { number }), autoComplete: 'off' }}
            onChange={({ target }) =>
              onChange({ ...choice, [part]: part === 'value' ? readChoiceValue(target.value) : target.value })
            }
          />
        </LabelledPart>
      ))}
    </Box>
  );
}

export function ChoicesInput({ value, onChange, id, labelId, disabled }: InputProps) {
  const { t } = useTranslation();
  const choices = parseChoices({ choices: value });
  const change = (next: readonly DesignChoice[]) => onChange(listOrNull(next));
  return (
    <Stack component="fieldset" id={id} aria-labelledby={labelId} sx={{ ...bareFieldset, gap: 3 }}>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('designerScreen.choices.help')}
      </Typography>
      {choices.map((choice, index) => {
        const number = index + 1;
        return (
          // The name changes while it is typed, so the position is the key.
          <Stack key={number} direction="row" sx={LIST_ITEM_STYLE}>
            <ChoiceParts
              choice={choice}
              number={number}
              disabled={disabled}
              onChange={(next) => change(replaceAt(choices, index, next))}
            />
            <ListItemButtons
              labels={{
                up: t('designerScreen.choices.up', { number }),
                remove: t('designerScreen.choices.remove', { number }),
              }}
              isFirst={index === 0}
              disabled={disabled}
              onMoveUp={() => change(moveBy(choices, index, -1))}
              onRemove={() => change(removeAt(choices, index))}
            />
          </Stack>
        );
      })}
      <Button
        size="small"
        startIcon={<AddIcon />}
        disabled={disabled}
        onClick={() => change([...choices, nextChoice(choices)])}
        sx={{ alignSelf: 'start' }}
      >
        {t('designerScreen.choices.add')}
      </Button>
    </Stack>
  );
}
