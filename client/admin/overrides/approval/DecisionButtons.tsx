/** Buttons for the possible decisions, on the record. */
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Decision } from './decision';

interface DecisionButtonsProps {
  readonly decisions: readonly Decision[];
  readonly dialog: (decision: Decision, onClose: () => void) => ReactNode;
}
export function DecisionButtons({ decisions, dialog }: DecisionButtonsProps) {
  const { t } = useTranslation();
  const [selected, setSelected] = useState<Decision | null>(null);
  return (
    <Stack direction="row" sx={{ gap: 2, mt: 1 }}>
      {decisions.map((decision) => (
        <Button
          key={decision}
          size="small"
          variant={decision === 'approve' ? 'contained' : 'outlined'}
          onClick={() => setSelected(decision)}
        >
          {t(`ledger.second.submit.${decision}`)}
        </Button>
      ))}
      <Suspense fallback={null}>{selected !== null && dialog(selected, () => setSelected(null))}</Suspense>
    </Stack>
  );
}
