/** What can be done with one row; stands still at the end of the row and appears on hover and on focus. */
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import MoreIcon from '@mui/icons-material/MoreHoriz';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../ui/MenuButton';
import { useWords } from '../../shared/i18n';
import { useOverride } from '../engineContext';
import type { EntityRights } from '../useMay';
import type { AnyEntity } from '../../../common/entity/entity';
import { useRowTitle } from './useRowTitle';
import type { RowHandlers } from './rowHandlers';
import { lazyPart } from '../../ui/lazyPart';

const BinRowActions = lazyPart(async () => (await import('../bin/BinActions')).BinRowActions, 'small');

interface RowMenuProps {
  readonly entity: AnyEntity;
  readonly rights: EntityRights;
  readonly id: number;
  readonly handlers: RowHandlers;
}

function LivingActions({ entity, rights, id, handlers }: RowMenuProps) {
  const { t } = useTranslation();
  const words = useWords(entity);
  const title = useRowTitle(entity, id);
  const own = useOverride(entity);
  const { ownActions = [] } = own ?? {};
  const isListed = (action: string) => ownActions !== true && !ownActions.includes(action) && rights.mayAct(action);
  const actions = (entity.spec.actions ?? []).filter(isListed);
  const More = own?.rowEntries;
  const openLabel = rights.may('update') ? t('engine.list.edit') : t('engine.list.open');
  return (
    <>
      <IconButton
        size="small"
        aria-label={`${openLabel}: ${title}`}
        title={openLabel}
        onClick={() => handlers.open(id)}
      >
        <EditIcon fontSize="small" />
      </IconButton>
      {rights.may('remove') && entity.spec.base !== 'log' && (
        <IconButton
          size="small"
          aria-label={t('engine.list.remove_row', { title })}
          title={t('engine.list.remove')}
          onClick={() => handlers.ask({ kind: 'remove', ids: [id] })}
        >
          <DeleteIcon fontSize="small" />
        </IconButton>
      )}
      {(actions.length > 0 || More) && (
        <MenuButton label={t('engine.list.more')} icon={<MoreIcon fontSize="small" />}>
          {(close) => [
            ...actions.map((action) => (
              <MenuItem
                key={action}
                onClick={() => {
                  close();
                  handlers.ask({ kind: 'act', id, action });
                }}
              >
                {words.actions[action] ?? action}
              </MenuItem>
            )),
            More && (
              <Suspense key="more" fallback={<Box sx={{ width: 220, height: 72 }} />}>
                <More id={id} onDone={close} />
              </Suspense>
            ),
          ]}
        </MenuButton>
      )}
    </>
  );
}

export function RowMenu(props: RowMenuProps) {
  return (
    // Clicks here are not clicks on the row. Keys go on to the window, where Escape closes the record and Ctrl+S saves it.
    <Stack
      direction="row"
      role="presentation"
      sx={{ alignItems: 'center' }}
      onClick={(event) => event.stopPropagation()}
    >
      {props.rights.bin ? (
        <Suspense>
          <BinRowActions entity={props.entity} rights={props.rights} id={props.id} />
        </Suspense>
      ) : (
        <LivingActions {...props} />
      )}
    </Stack>
  );
}
