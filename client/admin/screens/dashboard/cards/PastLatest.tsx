/** The newest rows of an entity as of the moment that the dashboard shows. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AnyEntity } from '../../../../../common/entity/entity';
import { keepsHistory } from '../../../../../common/definition/keepsHistory';
import { latestRowsQuery, type DashboardCard } from '../../../../../common/live/dashboardCards';
import type { ListQuery } from '../../../../../common/query/listQuery';
import { asInteger } from '../../../../../common/json';
import { asOfApi } from '../../../../engine/asOf/asOfApi';
import { usePastTitle } from '../../../../engine/asOf/PastValue';
import { queryParams } from '../../../../engine/data/listRequest';
import { AS_OF_PARAM } from '../../../../engine/list/asOf/asOfParam';
import { usePermissions } from '../../../../engine/usePermissions';
import { useFormatters } from '../../../../shared/i18n/format';
import { PERSON_COLORS } from '../../../../shared/theme/designTokens';
import { PersonAvatar } from '../../../../ui/PersonAvatar';
import { ChartSkeleton, EmptyCard, NoAccess, Refused } from './CardContainer';
import { latestRowStyle } from './metricStyles';

interface PastLatestProps {
  readonly card: DashboardCard;
  readonly entity: AnyEntity;
  /** Unix seconds. */
  readonly moment: number;
}

/** Rows of a log never change: those of a moment are the ones that were written before. */
const untilMoment = (query: ListQuery, moment: number): ListQuery => ({
  ...query,
  where: { all: [query.where, { field: 'create_time', op: '<=', value: moment }] },
});

export function PastLatest({ card, entity, moment }: PastLatestProps) {
  const { t } = useTranslation();
  const permissions = usePermissions(entity);
  const titleOf = usePastTitle(entity);
  const format = useFormatters();
  const isLog = entity.spec.base === 'log';
  const args = useMemo(() => {
    const query = latestRowsQuery(card);
    const params = queryParams(permissions.columns, isLog ? untilMoment(query, moment) : query);
    return { e: entity.name, params, ...(isLog ? {} : { asOf: moment }) };
  }, [card, entity, isLog, moment, permissions]);
  const isKept = isLog || keepsHistory(entity);
  const canRead = permissions.can('read');
  const { currentData, error } = asOfApi.usePastListQuery(args, { skip: !isKept || !canRead });
  if (!canRead) return <NoAccess />;
  if (!isKept) return <Refused reason="no_history" />;
  if (error !== undefined) return <Refused reason="invalid" />;
  if (currentData === undefined) return <ChartSkeleton />;
  if (currentData.list.length === 0) return <EmptyCard>{t('dashboard.past.nothing')}</EmptyCard>;
  const address = (id: number) =>
    isLog ? `/admin/${entity.name}/${id}` : `/admin/${entity.name}?${AS_OF_PARAM}=${moment}&record=${id}`;
  return (
    <Box sx={{ flex: 1, minHeight: 0, overflow: 'hidden', mx: -2 }}>
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {currentData.list.map((row) => {
          const id = Number(row['id']);
          const name = titleOf(row);
          return (
            <Box component="li" key={id}>
              <ButtonBase component={Link} to={address(id)} sx={latestRowStyle}>
                <PersonAvatar id={id} name={name} size={26} colors={PERSON_COLORS} />
                <Typography noWrap variant="body2" sx={{ flex: 1, minWidth: 0, textAlign: 'left', fontWeight: 500 }}>
                  {name}
                </Typography>
                <Typography component="time" variant="caption" noWrap sx={{ color: 'text.secondary' }}>
                  {format.dateTime(asInteger(row['create_time']))}
                </Typography>
              </ButtonBase>
            </Box>
          );
        })}
      </Stack>
    </Box>
  );
}
