/** The settings that every client receives, in responses and on every change. */
import { LIMITS } from '../../../common/limits';
import type { Realm } from '../../../common/realm';
import { fileUrl } from '../../../common/text/fileUrl';
import type { Settings } from '../../platform/settings';
import { createBucketUrl } from '../../platform/bucketUrl';

/** Upload settings of clients. A signed-in person's bootstrap adds the parameters of a signed form (`params`). */
const buildUploadConfig = ({ upload, cdnUrl }: Settings) => ({
  mode: upload.mode,
  maxsize: upload.maxBytes,
  mimetype: upload.allowed.join(','),
  savename: upload.saveName,
  url: upload.mode === 'local' || !upload.store ? '' : createBucketUrl(upload.store),
  params: {},
  cdn: cdnUrl,
});

export const buildSiteConfig = (settings: Settings, realm: Realm, version: string) => ({
  password: { min: settings.passwordMin[realm], max: LIMITS.passwordMax },
  siteName: settings.siteName,
  siteLogo: fileUrl(settings.siteLogo, settings.cdnUrl),
  recordNumber: settings.recordNumber,
  timeZone: settings.timeZone,
  currency: settings.currency,
  version,
  cdnUrl: settings.cdnUrl,
  apiUrl: settings.apiUrl,
  openMemberCenter: settings.memberCenter,
  openRegistration: settings.registration,
  upload: buildUploadConfig(settings),
  // An open overview shows the current points.
  ...(realm === 'member' ? { checkInPoints: settings.checkInPoints } : {}),
});
