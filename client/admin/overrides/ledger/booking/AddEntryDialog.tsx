/** Form of a new entry in a list of entries, with a field for the member. */
import { useTranslation } from 'react-i18next';
import { userScoreLog } from '../../../../../common/entities/userScoreLog';
import { lowercaseInitial } from '../../../../engine/lowercaseInitial';
import type { CreateProps } from '../../../../engine/override';
import { useEntityLabels } from '../../../../shared/i18n/i18n';
import { useLazyTranslations } from '../../../../shared/i18n/useLazyTranslations';
import { BookingDialog } from './BookingDialog';

export function AddEntryDialog({ entity, preset, onClose }: CreateProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { one } = useEntityLabels(entity);
  const kind = entity.name === userScoreLog.name ? 'score' : 'money';
  const member = preset['user_id'];
  return (
    <BookingDialog
      title={t('engine.form.add', { one: lowercaseInitial(one) })}
      draftKey={kind}
      memberId={typeof member === 'number' ? member : null}
      kinds={[kind]}
      onClose={onClose}
    />
  );
}
