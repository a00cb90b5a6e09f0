/** A text of an item in a list of choices or transitions. */
import OutlinedInput from '@mui/material/OutlinedInput';
import { LabelledPart } from './LabelledPart';

interface TextPartProps {
  readonly label: string;
  readonly heading: string;
  readonly text: string;
  readonly disabled: boolean;
  readonly onText: (text: string) => void;
}
export const TextPart = ({ label, heading, text, disabled, onText }: TextPartProps) => (
  <LabelledPart text={heading}>
    <OutlinedInput
      size="small"
      fullWidth
      value={text}
      disabled={disabled}
      inputProps={{ 'aria-label': label, autoComplete: 'off' }}
      onChange={({ target }) => onText(target.value)}
    />
  </LabelledPart>
);
