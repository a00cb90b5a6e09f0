/** The e-mail address and mobile number of the account; changing one takes a step at the old and a step at the new. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Wire } from '../../../shared/entities';
import { textOf } from '../../textOf';
import { useOpenForm } from '../../frame/openForm';
import type { Way } from '../../joining/CodeField';
import { BindDialog } from './BindDialog';

const WAYS: readonly Way[] = ['email', 'mobile'];

export function Bindings({ row }: { readonly row: Wire }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Way>();
  const denied = useOpenForm(open !== undefined);
  return (
    <Stack>
      {WAYS.map((way) => {
        const address = textOf(row[way]);
        return (
          <Stack
            key={way}
            direction="row"
            sx={{ alignItems: 'center', gap: 4, py: 3, borderTop: 1, borderColor: 'divider' }}
          >
            <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ flex: 1, minWidth: 0, columnGap: 4 }}>
              <Typography sx={{ width: 96, flex: 'none', color: 'text.secondary' }}>{t(`joining.${way}`)}</Typography>
              <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{address || t('joining.bind.none')}</Box>
            </Stack>
            <Button
              size="small"
              disabled={denied}
              aria-label={t(address === '' ? `joining.bind.add_${way}` : `joining.bind.${way}`)}
              onClick={() => setOpen(way)}
            >
              {t(address === '' ? 'joining.bind.add' : 'joining.bind.change')}
            </Button>
          </Stack>
        );
      })}
      {open && <BindDialog way={open} bound={textOf(row[open])} denied={denied} onClose={() => setOpen(undefined)} />}
    </Stack>
  );
}
