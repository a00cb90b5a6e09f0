/** By e-mail or by mobile, where the house offers both. */
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslation } from 'react-i18next';
import { asOneOf } from '../../shared/persist';
import type { Way } from './CodeField';

interface WayTabsProps {
  readonly ways: readonly Way[];
  readonly value: Way;
  readonly onChange: (way: Way) => void;
}
export function WayTabs({ ways, value, onChange }: WayTabsProps) {
  const { t } = useTranslation();
  if (ways.length < 2) return null;
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      size="small"
      value={value}
      onChange={(_, next: unknown) => onChange(asOneOf(next, ways, value))}
      sx={{ mb: 3 }}
    >
      {ways.map((way) => (
        <ToggleButton key={way} value={way}>
          {t(`joining.way.${way}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
