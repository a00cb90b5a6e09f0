/** Redeems a code for a member, who calls or stands at the counter. */
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { user } from '../../../../common/entities/user';
import { EntityPicker } from '../../../engine/EntityPicker';
import { fieldErrors } from '../../../shared/api/faults';
import { CodeFormDialog } from './CodeFormDialog';
import { codesApi } from './codesApi';

export function RedeemDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [redeem, { isLoading, error }] = codesApi.useRedeemForMemberMutation();
  const [code, setCode] = useState('');
  const [memberId, setMemberId] = useState<number>();
  const errors = fieldErrors(error);
  const submit = async () => {
    if (code.trim() === '' || memberId === undefined) return;
    const { error: refused } = await redeem({ code: code.trim(), user_id: memberId });
    if (!refused) onClose();
  };
  return (
    <CodeFormDialog
      title={t('activationCodes.redeem_title')}
      submitLabel={t('activationCodes.redeem_submit')}
      isBusy={isLoading}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        autoFocus
        required
        label={t('activationCodes.label')}
        value={code}
        error={errors['code'] !== undefined}
        helperText={errors['code']}
        onChange={({ target }) => setCode(target.value)}
        slotProps={{ htmlInput: { spellCheck: false, autoComplete: 'off', maxLength: 60 } }}
      />
      <Box>
        <InputLabel htmlFor={id} required>
          {t('activationCodes.member')}
        </InputLabel>
        <EntityPicker
          to={user.name}
          ids={memberId === undefined ? [] : [memberId]}
          onChange={(ids) => setMemberId(ids[0])}
          isMultiple={false}
          id={id}
          invalid={errors['user_id'] !== undefined}
          describedBy={`${id}-help`}
        />
        <FormHelperText id={`${id}-help`} error>
          {errors['user_id']}
        </FormHelperText>
      </Box>
    </CodeFormDialog>
  );
}
