/** Basic cells: plain text, a dash for empty values, dots for hidden ones. */
import { MASK } from '../../../../common/mask';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../../../ui/visuallyHidden';
import { textWidth } from './textWidth';

/** A fieldset without browser styles. */
export const bareFieldset = { border: 0, m: 0, p: 0, minWidth: 0 } as const;

/** An empty value. */
export function EmptyCell() {
  const { t } = useTranslation();
  return (
    <Box component="span" sx={{ color: 'text.disabled' }}>
      <span aria-hidden>–</span>
      <Box component="span" sx={visuallyHidden}>
        {t('engine.conflict.empty')}
      </Box>
    </Box>
  );
}

interface PlainTextProps {
  readonly children: string;
  readonly hint?: string;
  readonly isMonospace?: boolean;
}
/** One line with an ellipsis; the tooltip has the whole text. */
export function PlainText({ children, hint, isMonospace = false }: PlainTextProps) {
  if (children === '') return <EmptyCell />;
  return (
    <Box
      component="span"
      title={hint ?? children}
      sx={{
        display: 'block',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
        fontVariantNumeric: 'tabular-nums',
        ...(isMonospace ? { fontFamily: 'ui-monospace, Menlo, Consolas, monospace', fontSize: '0.8125rem' } : {}),
      }}
    >
      {children}
    </Box>
  );
}

/** A value the user may not read. */
export function MaskedText() {
  const { t } = useTranslation();
  return (
    <Tooltip title={t('engine.list.hidden')}>
      <Box component="span" sx={{ color: 'text.disabled', letterSpacing: 1 }}>
        <span aria-hidden>{MASK}</span>
        <Box component="span" sx={visuallyHidden}>
          {t('engine.list.hidden')}
        </Box>
      </Box>
    </Tooltip>
  );
}

export type Tone = 'success' | 'warning' | 'error' | 'info' | 'neutral';
const DOT_STYLE: Readonly<Record<Tone, string>> = {
  success: 'success.main',
  warning: 'warning.main',
  error: 'error.main',
  info: 'info.main',
  neutral: 'text.disabled',
};

interface StatusLabelProps {
  readonly tone: Tone;
  readonly children: string;
  readonly hint?: string;
}
/** A label with a colored dot; the color adds no meaning to the text. The tooltip has the whole text. */
export function StatusLabel({ tone, children, hint = children }: StatusLabelProps) {
  return (
    <Box
      component="span"
      title={hint}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1.5,
        maxWidth: '100%',
        px: 2,
        height: 24,
        borderRadius: 1.5,
        border: 1,
        borderColor: 'divider',
        fontSize: '0.8125rem',
        whiteSpace: 'nowrap',
        overflow: 'hidden',
      }}
    >
      <Box
        component="span"
        aria-hidden
        sx={{ width: 7, height: 7, borderRadius: '50%', bgcolor: DOT_STYLE[tone], flex: 'none' }}
      />
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {children}
      </Box>
    </Box>
  );
}

const CHIP_STYLE = { minWidth: 0, height: 24, borderColor: 'divider' } as const;
const LABEL_PADDING = 18;
const COUNT_WIDTH = 28;
/** Shows two labels if both fit into the cell, otherwise one, and the number of further ones. */
export function LabelList({ labels }: { readonly labels: readonly string[] }) {
  const { t } = useTranslation();
  const [first, second] = labels;
  if (first === undefined) return <EmptyCell />;
  const count = (moreCount: number) => (moreCount > 0 ? t('engine.field.more', { count: moreCount }) : '');
  const twoLabelsWidth = Math.ceil(
    textWidth(first + (second ?? '')) + 2 * LABEL_PADDING + (labels.length > 2 ? COUNT_WIDTH : 0),
  );
  return (
    <Box component="span" title={labels.join(', ')} sx={{ display: 'block', containerType: 'inline-size' }}>
      <Box
        component="span"
        sx={{
          display: 'flex',
          gap: 1,
          minWidth: 0,
          alignItems: 'center',
          color: 'text.secondary',
          fontSize: '0.8125rem',
          '& .narrow': { display: 'none' },
          [`@container (max-width: ${twoLabelsWidth}px)`]: {
            '& .wide': { display: 'none' },
            '& .narrow': { display: 'inline' },
          },
        }}
      >
        <Chip component="span" label={first} variant="outlined" sx={CHIP_STYLE} />
        {second !== undefined && (
          <Chip component="span" className="wide" label={second} variant="outlined" sx={CHIP_STYLE} />
        )}
        <span className="wide">{count(labels.length - 2)}</span>
        <span className="narrow">{count(labels.length - 1)}</span>
      </Box>
    </Box>
  );
}
