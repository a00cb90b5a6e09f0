/** Star beside a menu entry: adds the entry to the favorites or removes it. */
import Star from '@mui/icons-material/Star';
import StarBorder from '@mui/icons-material/StarBorderOutlined';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import { api } from '../../../shared/api/api';
import { bootstrapApi, useBootstrap } from '../../../shared/api/bootstrap';
import { useAppDispatch } from '../../../shared/app/createStore';

const MAX_FAVORITES = 20;

/** Shows the change at once; it is taken back if the server refuses it. */
function useSaveFavorites(): (ids: readonly number[]) => void {
  const dispatch = useAppDispatch();
  const [request] = api.useRequestMutation();
  return (ids) => {
    const patch = dispatch(
      bootstrapApi.util.updateQueryData('bootstrap', undefined, (bootstrap) => ({
        ...bootstrap,
        favorites: ids,
      })),
    );
    request({ url: '/admin/preference/favorites', method: 'POST', body: { ids } })
      .unwrap()
      .catch(() => patch.undo());
  };
}

interface FavoriteButtonProps {
  /** Id of the menu rule. */
  readonly id: number;
  readonly title: string;
}
export function FavoriteButton({ id, title }: FavoriteButtonProps) {
  const { t } = useTranslation();
  const { favorites } = useBootstrap();
  const saveFavorites = useSaveFavorites();
  const isFavorite = favorites.includes(id);
  const label = t(isFavorite ? 'console.nav.favorite_remove' : 'console.nav.favorite_add', { title });
  const toggle = () =>
    saveFavorites(isFavorite ? favorites.filter((other) => other !== id) : [...favorites, id].slice(-MAX_FAVORITES));
  return (
    <IconButton
      size="small"
      color="inherit"
      aria-label={label}
      aria-pressed={isFavorite}
      title={label}
      onClick={toggle}
      sx={{ width: 28, height: 28, '& svg': { fontSize: 16 } }}
    >
      {isFavorite ? <Star /> : <StarBorder />}
    </IconButton>
  );
}
