/** Illustration of the sign-in screen: two people edit one list and both changes stay. Its animation plays once. */
import { keyframes } from '@emotion/react';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { PERSON_COLORS } from '../../../shared/theme/designTokens';
import { PersonAvatar } from '../../../ui/PersonAvatar';

const appear = keyframes({ from: { opacity: 0, transform: 'translateY(6px)' }, to: { opacity: 1, transform: 'none' } });
const flash = keyframes({
  from: { backgroundColor: 'var(--mui-palette-action-focus)' },
  to: { backgroundColor: 'transparent' },
});
const appearAt = (second: number) => ({ animation: `${appear} 200ms ease-out ${second}s both` });
const flashAt = (second: number) => ({ animation: `${flash} 1500ms ease-out ${second}s backwards` });

const glow = (size: string, at: string) =>
  `radial-gradient(${size} at ${at}, var(--mui-palette-action-selected), transparent 70%)`;
const backgroundStyle = {
  display: { xs: 'none', md: 'flex' },
  flexDirection: 'column',
  justifyContent: 'center',
  alignItems: 'center',
  px: 12,
  py: 16,
  gap: 14,
  bgcolor: 'background.default',
  borderLeft: 1,
  borderColor: 'divider',
  backgroundImage: `${glow('900px 600px', '80% 10%')}, ${glow('700px 500px', '10% 100%')}`,
};
const cardStyle = {
  bgcolor: 'background.raised',
  border: 1,
  borderColor: 'divider',
  borderRadius: '10px',
  boxShadow: '0 1px 2px rgb(15 18 28 / 4%), 0 12px 40px rgb(15 18 28 / 8%)',
};
const badgeStyle = {
  ...cardStyle,
  position: 'absolute',
  right: -16,
  bottom: -28,
  px: 4,
  py: 2.5,
  gap: 2,
  alignItems: 'center',
};

interface RowProps {
  readonly title: string;
  readonly person?: { readonly id: number; readonly name: string; readonly at: number };
}
function Row({ title, person }: RowProps) {
  const { t } = useTranslation();
  const rowStyle = { height: 52, px: 5, gap: 3, alignItems: 'center', borderTop: 1, borderColor: 'divider' };
  return (
    <Stack direction="row" sx={{ ...rowStyle, ...(person && flashAt(person.at + 1.2)) }}>
      <Box sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: 'success.main', flex: 'none' }} />
      <Typography noWrap sx={{ flex: 1, fontWeight: 500 }}>
        {title}
      </Typography>
      {person ? (
        <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', ...appearAt(person.at) }}>
          <PersonAvatar id={person.id} name={person.name} size={22} colors={PERSON_COLORS} />
          <Typography variant="caption" noWrap sx={{ color: 'text.secondary' }}>
            {person.name} {t('console.login.scene.editing')}
          </Typography>
        </Stack>
      ) : (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('console.login.scene.just_now')}
        </Typography>
      )}
    </Stack>
  );
}

function ListImage() {
  const { t } = useTranslation();
  return (
    <Box sx={{ ...cardStyle, overflow: 'hidden', ...appearAt(0.1) }}>
      <Stack direction="row" sx={{ height: 52, px: 5, alignItems: 'center', gap: 1.5 }}>
        <Typography sx={{ fontWeight: 600, flex: 1 }}>{t('console.login.scene.list')}</Typography>
        <Box sx={{ width: 6, height: 6, borderRadius: '50%', bgcolor: 'success.main' }} />
        <Typography variant="caption" sx={{ color: 'success.main', fontWeight: 500 }}>
          {t('connection.live')}
        </Typography>
      </Stack>
      <Row
        title={t('console.login.scene.rows.a')}
        person={{ id: 3, name: t('console.login.scene.people.a'), at: 0.7 }}
      />
      <Row
        title={t('console.login.scene.rows.b')}
        person={{ id: 6, name: t('console.login.scene.people.b'), at: 1.4 }}
      />
      <Row title={t('console.login.scene.rows.c')} />
    </Box>
  );
}

export function LoginScene() {
  const { t } = useTranslation();
  return (
    <Box aria-hidden sx={backgroundStyle}>
      <Box sx={{ width: '100%', maxWidth: 520, position: 'relative' }}>
        <ListImage />
        <Stack direction="row" sx={{ ...badgeStyle, ...appearAt(3.1) }}>
          <CheckCircle sx={{ color: 'success.main' }} />
          <Typography sx={{ fontWeight: 500 }}>{t('console.login.scene.merged')}</Typography>
        </Stack>
      </Box>
      <Stack sx={{ maxWidth: 520, width: '100%', gap: 1 }}>
        <Typography variant="h2" component="p">
          {t('console.login.motto')}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>{t('console.login.motto_help')}</Typography>
      </Stack>
    </Box>
  );
}
