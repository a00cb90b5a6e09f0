/** Turns the two-step verification of a member off who lost the means to sign in. */
import { useTranslation } from 'react-i18next';
import { user } from '../../../../common/entities/user';
import { entityUrl } from '../../../engine/data/rowsApi';
import { api } from '../../../shared/api/api';
import { ConfirmDialog } from '../../../shared/controls/ConfirmDialog';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';

interface FactorDialogProps {
  readonly id: number;
  readonly name: string;
  readonly onClose: () => void;
}
export function FactorDialog({ id, name, onClose }: FactorDialogProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const [send] = api.useRequestMutation();
  const turnOff = () =>
    void send({ url: entityUrl(user.name, 'remove_factor'), method: 'POST', body: { id }, announce: true });
  return (
    <ConfirmDialog
      isOpen
      title={t('memberSupport.factor.title', { name })}
      text={t('memberSupport.factor.text')}
      confirmLabel={t('memberSupport.factor.submit')}
      onClose={onClose}
      onConfirm={turnOff}
    />
  );
}
