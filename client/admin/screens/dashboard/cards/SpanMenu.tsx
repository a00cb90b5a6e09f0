/** Time span of a chart; the choice is not stored. */
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const SPANS = [
  { key: 'per_hour', grain: 'hour', count: 24 },
  { key: 'per_week', grain: 'day', count: 7 },
  { key: 'per_month', grain: 'day', count: 30 },
  { key: 'per_quarter', grain: 'day', count: 90 },
] as const;

interface Span {
  readonly grain: 'hour' | 'day';
  readonly count: number;
}
interface SpanMenuProps {
  readonly span: Span;
  readonly onSpan: (span: Span) => void;
}
export function SpanMenu({ span, onSpan }: SpanMenuProps) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const current = SPANS.find(({ grain, count }) => grain === span.grain && count === span.count);
  return (
    <>
      <Button
        size="small"
        aria-haspopup="menu"
        endIcon={<ExpandMore />}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          color: 'text.secondary',
          fontWeight: 400,
          px: 1.5,
          whiteSpace: 'nowrap',
          '& .MuiButton-endIcon': { ml: 0.5 },
        }}
      >
        {current === undefined ? t('dashboard.span') : t(`dashboard.${current.key}`)}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {SPANS.map(({ key, grain, count }) => (
          <MenuItem
            key={key}
            selected={key === current?.key}
            onClick={() => {
              setAnchor(null);
              onSpan({ grain, count });
            }}
          >
            {t(`dashboard.${key}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
