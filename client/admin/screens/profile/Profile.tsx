/** One's own account: who one is, the password, where one is signed in, and what one did lately. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useUpload } from '../../../engine/upload';
import { api } from '../../../shared/api';
import { useApp } from '../../../shared/app';
import { useBootstrap } from '../../../shared/bootstrap';
import { useAppDispatch } from '../../../shared/createStore';
import { fieldFaults, isCallFault } from '../../../shared/faults';
import { asRecord, asText } from '../../../shared/persist';
import { PERSON_COLOURS } from '../../../shared/tokens';
import { useTitle } from '../../../shared/useTitle';
import { PersonAvatar } from '../../../ui/PersonAvatar';
import { OwnLog } from './OwnLog';
import { OwnSessions } from './OwnSessions';
import { Part } from './Part';

const EDIT = '/admin/profile/edit';
const READ = { url: '/admin/profile/index', quiet: true, repeatable: true };
const FIELDS = ['nickname', 'email', 'mobile', 'motto'] as const;
type Info = Readonly<Record<string, unknown>>;

/** Sends a form's texts and tells at each field what was refused. */
function useSending(done: string) {
  const { toasts } = useApp();
  const dispatch = useAppDispatch();
  const [ask, { isLoading }] = api.useRequestMutation();
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const send = async (body: Info): Promise<boolean> => {
    const { error } = await ask({ url: EDIT, method: 'POST', body, quiet: true });
    if (error === undefined) {
      setFaults({});
      toasts.show('success', done);
      dispatch(api.util.invalidateTags(['Bootstrap']));
      return true;
    }
    const fields = fieldFaults(error);
    setFaults(fields);
    if (Object.keys(fields).length === 0 && isCallFault(error)) toasts.show('error', error.msg);
    return false;
  };
  return { send, faults, setFaults, busy: isLoading };
}

const groupsOf = ({ groups }: Info) => (Array.isArray(groups) ? groups.join(', ') : '');

function Name({ info }: { readonly info: Info }) {
  return (
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Typography noWrap sx={{ fontWeight: 600 }}>
        {asText(info['username'])}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>{groupsOf(info)}</Typography>
    </Box>
  );
}

function Person({ info, refetch }: { readonly info: Info; readonly refetch: () => void }) {
  const { t } = useTranslation();
  const { send, faults, busy } = useSending(t('frame.profile.saved'));
  const file = useRef<HTMLInputElement>(null);
  const keep = (body: Info) => void send(body).then((saved) => saved && refetch());
  const { send: upload } = useUpload(({ url }) => keep({ avatar: url }));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const changed = FIELDS.map((name) => [name, asText(given.get(name)).trim()] as const).filter(
      ([name, value]) => value !== asText(info[name]),
    );
    if (changed.length > 0) keep(Object.fromEntries(changed));
  };
  return (
    <Part title={t('frame.profile.person')}>
      <Stack direction="row" sx={{ gap: 4, alignItems: 'center', mb: 5 }}>
        <PersonAvatar
          id={Number(info['id'] ?? 0)}
          name={asText(info['nickname']) || asText(info['username'])}
          src={asText(info['avatar'])}
          size={64}
          colours={PERSON_COLOURS}
        />
        <Name info={info} />
        <input
          ref={file}
          type="file"
          accept="image/*"
          hidden
          onChange={({ target }) => void upload([...(target.files ?? [])].slice(0, 1))}
        />
        <Button variant="outlined" onClick={() => file.current?.click()}>
          {t('frame.profile.avatar')}
        </Button>
      </Stack>
      <Stack component="form" noValidate onSubmit={submit} sx={{ gap: 4 }}>
        {FIELDS.map((name) => (
          <TextField
            key={name}
            name={name}
            label={t(`frame.profile.${name}`)}
            defaultValue={asText(info[name])}
            error={faults[name] !== undefined}
            helperText={faults[name]}
            multiline={name === 'motto'}
            slotProps={{ htmlInput: { maxLength: 255 } }}
          />
        ))}
        <Button type="submit" variant="contained" loading={busy} sx={{ alignSelf: 'flex-start' }}>
          {t('frame.profile.save')}
        </Button>
      </Stack>
    </Part>
  );
}

const SECRETS = ['old_password', 'password', 'repeat_password'] as const;
function Password() {
  const { t } = useTranslation();
  const { send, faults, setFaults, busy } = useSending(t('frame.profile.changed'));
  const labels = {
    old_password: 'old_password',
    password: 'new_password',
    repeat_password: 'repeat_password',
  } as const;
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const body = Object.fromEntries(SECRETS.map((name) => [name, asText(data.get(name))]));
    const missing = SECRETS.filter((name) => body[name] === '').map((name) => [name, t('frame.profile.required')]);
    const differ = body['password'] !== body['repeat_password'];
    if (missing.length > 0) setFaults(Object.fromEntries(missing) as Record<string, string>);
    else if (differ) setFaults({ repeat_password: t('frame.profile.mismatch') });
    else if (await send(body)) form.reset();
  };
  return (
    <Part title={t('frame.profile.password')}>
      <Stack component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ gap: 4 }}>
        {SECRETS.map((name) => (
          <TextField
            key={name}
            name={name}
            type="password"
            autoComplete={name === 'old_password' ? 'current-password' : 'new-password'}
            label={t(`frame.profile.${labels[name]}`)}
            error={faults[name] !== undefined}
            helperText={faults[name]}
            slotProps={{ htmlInput: { maxLength: 200 } }}
          />
        ))}
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('frame.profile.password_help')}
        </Typography>
        <Button type="submit" variant="outlined" loading={busy} sx={{ alignSelf: 'flex-start' }}>
          {t('frame.profile.change')}
        </Button>
      </Stack>
    </Part>
  );
}

export function Profile() {
  const { t } = useTranslation();
  const { siteConfig } = useBootstrap();
  useTitle(t('frame.profile.title'), siteConfig.siteName);
  const { data, error, refetch } = api.useAskQuery(READ, { refetchOnMountOrArgChange: true });
  const info = asRecord(asRecord(data)?.['info']);
  return (
    <Box sx={{ p: { xs: 4, sm: 6 }, width: '100%', maxWidth: 1120, mx: 'auto' }}>
      <Typography variant="h1" sx={{ mb: 6 }}>
        {t('frame.profile.title')}
      </Typography>
      {error !== undefined && <Alert severity="error">{'msg' in error ? error.msg : ''}</Alert>}
      <Box
        sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}
      >
        {info ? (
          <Person key={String(info['revision'])} info={info} refetch={() => void refetch()} />
        ) : (
          <Skeleton height={420} />
        )}
        <Password />
        <OwnSessions />
        <OwnLog />
      </Box>
    </Box>
  );
}
