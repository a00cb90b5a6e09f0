/** Second factors of the own account, and all changes to them. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../common/limits';
import type { PasskeySummary } from '../../../common/secondFactor';
import { ProfileSection } from '../../shared/account/ProfileSection';
import { useApp } from '../../shared/app/appContext';
import { useFormatters } from '../../shared/i18n/format';
import { ConfirmDialog } from '../../shared/controls/ConfirmDialog';
import { RecoveryCodes } from '../../shared/secondFactor/RecoveryCodes';
import type { SecondFactor } from '../../shared/secondFactor/useSecondFactor';
import { lazyWithRetry } from '../../ui/lazyWithRetry';

const AuthenticatorDialog = lazyWithRetry(
  async () => (await import('../../shared/secondFactor/AuthenticatorDialog')).AuthenticatorDialog,
);
const RenamePasskeyDialog = lazyWithRetry(async () => (await import('./RenamePasskeyDialog')).RenamePasskeyDialog);
const PasskeyDialog = lazyWithRetry(async () => (await import('./PasskeyDialog')).PasskeyDialog);

interface SettingRowProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}
function SettingRow({ title, text, children }: SettingRowProps) {
  return (
    <Stack direction="row" sx={{ gap: 3, alignItems: 'center' }}>
      <Stack sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{title}</Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {text}
        </Typography>
      </Stack>
      {children}
    </Stack>
  );
}

/** The running change; one at a time. */
type PendingStep = 'app' | 'passkey' | 'drop_app' | 'renew' | PasskeySummary | { readonly rename: PasskeySummary };
interface SettingProps {
  readonly secondFactor: SecondFactor;
  readonly onStart: (pendingStep: PendingStep) => void;
}

function AuthenticatorSetting({ secondFactor: { state }, onStart }: SettingProps) {
  const { t } = useTranslation();
  return (
    <SettingRow title={t('secondFactor.app')} text={state.otp ? t('secondFactor.app_on') : t('secondFactor.app_off')}>
      {state.otp ? (
        <Button
          size="small"
          aria-label={t('secondFactor.remove_named', { name: t('secondFactor.app') })}
          onClick={() => onStart('drop_app')}
        >
          {t('secondFactor.remove')}
        </Button>
      ) : (
        <Button
          size="small"
          variant="outlined"
          aria-label={`${t('secondFactor.set_up')}: ${t('secondFactor.app')}`}
          onClick={() => onStart('app')}
        >
          {t('secondFactor.set_up')}
        </Button>
      )}
    </SettingRow>
  );
}

function PasskeyList({ secondFactor: { state }, onStart }: SettingProps) {
  const { t } = useTranslation();
  const formatters = useFormatters();
  const { passkeys } = state;
  const usageText = ({ create_time, used_time }: PasskeySummary) =>
    used_time === null
      ? t('secondFactor.passkey_unused', { time: formatters.dateTime(create_time) })
      : t('secondFactor.passkey_used', { time: formatters.dateTime(used_time) });
  return (
    <>
      <SettingRow
        title={t('secondFactor.passkeys')}
        text={passkeys.length === 0 ? t('secondFactor.passkeys_none') : ''}
      >
        {passkeys.length < LIMITS.passkeys && (
          <Button size="small" variant="outlined" sx={{ flex: 'none' }} onClick={() => onStart('passkey')}>
            {t('secondFactor.passkey_add')}
          </Button>
        )}
      </SettingRow>
      {passkeys.length > 0 && (
        <Stack component="ul" sx={{ m: 0, pl: 4, listStyle: 'none', gap: 3 }}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <SettingRow title={passkey.name} text={usageText(passkey)}>
                <Button
                  size="small"
                  aria-label={t('secondFactor.rename_named', { name: passkey.name })}
                  onClick={() => onStart({ rename: passkey })}
                >
                  {t('secondFactor.rename')}
                </Button>
                <Button
                  size="small"
                  aria-label={t('secondFactor.remove_named', { name: passkey.name })}
                  onClick={() => onStart(passkey)}
                >
                  {t('secondFactor.remove')}
                </Button>
              </SettingRow>
            </li>
          ))}
        </Stack>
      )}
    </>
  );
}

interface ConfirmStepProps {
  readonly secondFactor: SecondFactor;
  readonly pendingStep: PendingStep | undefined;
  readonly onClose: () => void;
}
/** Confirms removals and new recovery codes. */
function ConfirmStep({ secondFactor, pendingStep, onClose }: ConfirmStepProps) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const { state, send } = secondFactor;
  const isLastFactor = state.passkeys.length + (state.otp ? 1 : 0) === 1;
  const text = isLastFactor ? t('secondFactor.remove_last') : t('secondFactor.remove_text');
  const sendChange = async (change: string, body?: object) => {
    const result = await send(change, body, change !== 'recoveryRenew');
    if ('refusal' in result) toasts.show('error', result.refusal);
  };
  if (pendingStep === 'renew') {
    const [title, explanation] = [t('secondFactor.codes_renew_title'), t('secondFactor.codes_renew_text')];
    const onConfirm = () => void sendChange('recoveryRenew');
    return (
      <ConfirmDialog
        isOpen
        title={title}
        text={explanation}
        confirmLabel={t('secondFactor.codes_renew')}
        onClose={onClose}
        onConfirm={onConfirm}
      />
    );
  }
  const passkey = typeof pendingStep === 'object' && !('rename' in pendingStep) ? pendingStep : undefined;
  if (passkey === undefined && pendingStep !== 'drop_app') return null;
  const title = passkey ? t('secondFactor.remove_key', { name: passkey.name }) : t('secondFactor.remove_app');
  const onConfirm = () => void (passkey ? sendChange('passkeyRemove', { id: passkey.id }) : sendChange('otpRemove'));
  return (
    <ConfirmDialog
      isOpen
      title={title}
      text={text}
      confirmLabel={t('secondFactor.remove')}
      onClose={onClose}
      onConfirm={onConfirm}
    />
  );
}

export function SecondFactorSettings({ secondFactor }: { readonly secondFactor: SecondFactor }) {
  const { t } = useTranslation();
  const [pendingStep, onStart] = useState<PendingStep>();
  const { state, codes, dismissCodes } = secondFactor;
  const hasSecondFactor = state.otp || state.passkeys.length > 0;
  const closeStep = () => onStart(undefined);
  return (
    <ProfileSection title={t('secondFactor.title')}>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 4 }}>
        {t('secondFactor.lead')}
      </Typography>
      {state.required && (
        <Alert severity="info" sx={{ mb: 4 }}>
          {t('secondFactor.required')}
        </Alert>
      )}
      <Stack divider={<Divider />} sx={{ gap: 4 }}>
        <AuthenticatorSetting secondFactor={secondFactor} onStart={onStart} />
        <PasskeyList secondFactor={secondFactor} onStart={onStart} />
        {hasSecondFactor && (
          <SettingRow
            title={t('secondFactor.codes')}
            text={t('secondFactor.codes_left', { count: state.recovery, all: LIMITS.recoveryCodes })}
          >
            <Button size="small" onClick={() => onStart('renew')}>
              {t('secondFactor.codes_renew')}
            </Button>
          </SettingRow>
        )}
      </Stack>
      <Suspense fallback={null}>
        {pendingStep === 'app' && <AuthenticatorDialog secondFactor={secondFactor} onClose={closeStep} />}
        {pendingStep === 'passkey' && <PasskeyDialog secondFactor={secondFactor} onClose={closeStep} />}
        {typeof pendingStep === 'object' && 'rename' in pendingStep && (
          <RenamePasskeyDialog secondFactor={secondFactor} passkey={pendingStep.rename} onClose={closeStep} />
        )}
      </Suspense>
      <ConfirmStep secondFactor={secondFactor} pendingStep={pendingStep} onClose={closeStep} />
      <RecoveryCodes codes={codes} onDone={dismissCodes} />
    </ProfileSection>
  );
}
