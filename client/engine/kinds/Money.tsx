/** An amount of money in a list: the symbol of the currency gives way where room is short, the digits are never cut. */
import Box from '@mui/material/Box';
import { useFormat } from '../../shared/format';
import { Nothing } from './cells';

const DIGIT = 9;
const POINT = 5;
/** About how wide an amount is at most, in pixels. */
export const amountWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter === ',' || letter === '.' ? POINT : DIGIT), 0);

interface MoneyProps {
  readonly amount: string;
  /** A change: with a plus sign above zero. */
  readonly signed?: boolean;
}
export function Money({ amount, signed = false }: MoneyProps) {
  const format = useFormat();
  if (amount === '') return <Nothing />;
  const parts = format.moneyParts(amount);
  const text = signed ? format.signedMoney(amount) : format.money(amount);
  const look = { display: 'block', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } as const;
  if (parts === undefined) return <Box sx={look}>{text}</Box>;
  const { symbol, digits, symbolFirst } = parts;
  const sign = /^[+−]/.exec(text)?.[0] ?? '';
  const currency = <span className="currency">{symbol}</span>;
  return (
    <Box component="span" title={text} sx={{ display: 'block', minWidth: 0, containerType: 'inline-size' }}>
      <Box
        component="span"
        sx={{ ...look, [`@container (max-width: ${amountWidth(text) - 1}px)`]: { '& .currency': { display: 'none' } } }}
      >
        {sign}
        {symbolFirst && currency}
        {digits}
        {!symbolFirst && currency}
      </Box>
    </Box>
  );
}
