/** The rating of the linked account, from one to five stars. */
import Rating from '@mui/material/Rating';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { marketApi } from './marketApi';

interface RatingFieldProps {
  readonly source: number;
  /** The uid of the plugin. */
  readonly id: string;
  /** 0: not rated yet. */
  readonly rating: number;
  readonly onRated: () => void;
}
export function RatingField({ source, id, rating, onRated }: RatingFieldProps) {
  const { t } = useTranslation();
  const labelId = useId();
  const [rate, { isLoading, originalArgs }] = marketApi.useRatePluginMutation();
  const save = async (value: number | null) => {
    if (value === null) return;
    await rate({ source, id, rating: value });
    onRated();
  };
  const shown = isLoading && originalArgs !== undefined ? originalArgs.rating : rating;
  return (
    <Stack direction="row" sx={{ gap: 2, alignItems: 'center' }}>
      <Typography id={labelId} variant="body2">
        {t('market.rate.label')}
      </Typography>
      <Rating
        aria-labelledby={labelId}
        value={shown === 0 ? null : shown}
        disabled={isLoading}
        getLabelText={(count) => t('market.rate.stars', { count })}
        onChange={(_event, value) => void save(value)}
      />
    </Stack>
  );
}
