/** The console's front: a greeting by the hour, and what there is, live, one figure per entity this person may read. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AnyEntity } from '../../../../common/entity/entity';
import { greetingOf } from '../../../../common/text/greeting';
import { useEngine } from '../../../engine/engineContext';
import { useBootstrap } from '../../../shared/bootstrap';
import { useFormat } from '../../../shared/format';
import { useWords } from '../../../shared/i18n';
import { useTotal } from '../../../shared/useTotal';
import { NamedIcon } from '../../../ui/icons';
import { leavesOf, useMenu } from '../../layout/menu';

function Figure({ entity, to }: { readonly entity: AnyEntity; readonly to: string }) {
  const { t } = useTranslation();
  const words = useWords(entity);
  const format = useFormat();
  const { count, asOf } = useTotal(entity);
  return (
    <ButtonBase
      component={Link}
      to={to}
      title={asOf > 0 ? t('console.overview.as_of', { time: format.dateTime(asOf) }) : ''}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'stretch',
        justifyContent: 'space-between',
        gap: 3,
        p: 4,
        minHeight: 104,
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'divider',
        borderRadius: '10px',
        transition: 'border-color 160ms ease-out',
        '&:hover': { borderColor: 'primary.main' },
      }}
    >
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', color: 'text.secondary' }}>
        <NamedIcon name={entity.spec.icon} />
        <Typography noWrap>{words.many}</Typography>
      </Stack>
      {count === undefined ? (
        <Skeleton width={56} height={36} />
      ) : (
        <Typography variant="h1" component="p">
          {format.number(count)}
        </Typography>
      )}
    </ButtonBase>
  );
}

function useGreeting(): string {
  const { t } = useTranslation();
  const { admin } = useBootstrap();
  const greeting = greetingOf(new Date().getHours());
  return t(`console.overview.greeting.${greeting}`, { name: admin.nickname || admin.username });
}

export function Overview() {
  const { t } = useTranslation();
  const { registry } = useEngine();
  const { entities, admin } = useBootstrap();
  const format = useFormat();
  const shown = leavesOf(useMenu()).flatMap(({ entity: name, to }) => {
    const entity = registry.get(name);
    return entity && entities[name] ? [{ entity, to }] : [];
  });
  return (
    <Box sx={{ p: { xs: 4, sm: 6 }, width: '100%', maxWidth: 1280, mx: 'auto' }}>
      <Typography variant="h1">{useGreeting()}</Typography>
      <Typography sx={{ color: 'text.secondary', mt: 1 }}>
        {t('console.overview.lead')}
        {admin.lastlogintime > 0 && (
          <Box component="span" sx={{ ml: 2 }}>
            {t('console.overview.last_login', { time: format.dateTime(admin.lastlogintime) })}
          </Box>
        )}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 2, sm: 4 },
          mt: 6,
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fill, minmax(200px, 1fr))' },
        }}
      >
        {shown.map(({ entity, to }) => (
          <Figure key={entity.name} {...{ entity, to }} />
        ))}
      </Box>
    </Box>
  );
}
