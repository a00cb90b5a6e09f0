/** A money amount in a list: the currency symbol is dropped where space is short, digits are never cut. */
import Box from '@mui/material/Box';
import { useFormatters } from '../../shared/i18n/format';
import { EmptyCell } from './cells/cells';

const DIGIT_WIDTH = 9;
const POINT_WIDTH = 5;
/** Estimated maximum width of an amount in pixels. */
export const amountWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter === ',' || letter === '.' ? POINT_WIDTH : DIGIT_WIDTH), 0);

interface MoneyTextProps {
  readonly amount: string;
  /** Shows a plus sign above zero. */
  readonly signed?: boolean;
}
export function MoneyText({ amount, signed = false }: MoneyTextProps) {
  const format = useFormatters();
  if (amount === '') return <EmptyCell />;
  const parts = format.moneyParts(amount);
  const text = signed ? format.signedMoney(amount) : format.money(amount);
  const textStyle = { display: 'block', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } as const;
  if (parts === undefined) return <Box sx={textStyle}>{text}</Box>;
  const { symbol, digits, symbolFirst } = parts;
  const sign = /^[+−]/.exec(text)?.[0] ?? '';
  const currency = <span className="currency">{symbol}</span>;
  return (
    <Box component="span" title={text} sx={{ display: 'block', minWidth: 0, containerType: 'inline-size' }}>
      <Box
        component="span"
        sx={{
          ...textStyle,
          [`@container (max-width: ${amountWidth(text) - 1}px)`]: { '& .currency': { display: 'none' } },
        }}
      >
        {sign}
        {symbolFirst && currency}
        {digits}
        {!symbolFirst && currency}
      </Box>
    </Box>
  );
}
