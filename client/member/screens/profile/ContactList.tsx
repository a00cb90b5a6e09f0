/** The email address and mobile number of the account, each with a button that changes it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowData } from '../../../shared/store/entities';
import { valueToText } from '../../valueToText';
import { useKeepFormOpen } from '../../layout/useKeepFormOpen';
import type { VerificationChannel } from '../../registration/VerificationCodeField';
import { ChangeContactDialog } from './ChangeContactDialog';

const CHANNELS: readonly VerificationChannel[] = ['email', 'mobile'];

export function ContactList({ row }: { readonly row: RowData }) {
  const { t } = useTranslation();
  const [openChannel, setOpenChannel] = useState<VerificationChannel>();
  const isDenied = useKeepFormOpen(openChannel !== undefined);
  return (
    <Stack>
      {CHANNELS.map((channel) => {
        const address = valueToText(row[channel]);
        return (
          <Stack
            key={channel}
            direction="row"
            sx={{ alignItems: 'center', gap: 4, py: 3, borderTop: 1, borderColor: 'divider' }}
          >
            <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ flex: 1, minWidth: 0, columnGap: 4 }}>
              <Typography sx={{ width: 96, flex: 'none', color: 'text.secondary' }}>
                {t(`registration.${channel}`)}
              </Typography>
              <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                {address || t('registration.bind.none')}
              </Box>
            </Stack>
            <Button
              size="small"
              disabled={isDenied}
              aria-label={t(address === '' ? `registration.bind.add_${channel}` : `registration.bind.${channel}`)}
              onClick={() => setOpenChannel(channel)}
            >
              {t(address === '' ? 'registration.bind.add' : 'registration.bind.change')}
            </Button>
          </Stack>
        );
      })}
      {openChannel && (
        <ChangeContactDialog
          channel={openChannel}
          currentAddress={valueToText(row[openChannel])}
          isDenied={isDenied}
          onClose={() => setOpenChannel(undefined)}
        />
      )}
    </Stack>
  );
}
