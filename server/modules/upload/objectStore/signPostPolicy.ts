/** The POST policy of S3-compatible stores (AWS Signature Version 4): the conditions of a browser upload, signed by the server. */
import { createHmac } from 'node:crypto';
import type { ObjectStoreSettings } from '../../../platform/settings';
import type { PostPolicyTerms } from './objectStore';

const ALGORITHM = 'AWS4-HMAC-SHA256';
/** The only header whose form field has another name. */
const FIELD_NAMES: Readonly<Record<string, string>> = { 'x-amz-acl': 'acl' };

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The fields other than `key` and `file`. The policy names each of them, so that a client cannot send more or others. */
export function signPostPolicy(
  { bucket, region, keyId, secret, params }: ObjectStoreSettings,
  { key, size, type, seconds, at = new Date() }: PostPolicyTerms,
): Readonly<Record<string, string>> {
  const timestamp = at.toISOString().replace(/[:-]|\.\d{3}/g, '');
  const day = timestamp.slice(0, 8);
  const extraFields = Object.entries(params).map(
    ([name, value]) => [FIELD_NAMES[name.toLowerCase()] ?? name, value] as const,
  );
  const fields: Readonly<Record<string, string>> = {
    ...Object.fromEntries(extraFields),
    ...(type === undefined ? {} : { 'Content-Type': type }),
    'x-amz-algorithm': ALGORITHM,
    'x-amz-credential': `${keyId}/${day}/${region}/s3/aws4_request`,
    'x-amz-date': timestamp,
  };
  const conditions = [
    { bucket },
    typeof key === 'string' ? ['eq', '$key', key] : ['starts-with', '$key', key.prefix],
    ['content-length-range', ...size],
    ...Object.entries(fields).map(([name, value]) => ['eq', `$${name}`, value]),
  ];
  const expiration = new Date(at.getTime() + seconds * 1000).toISOString();
  const policy = Buffer.from(JSON.stringify({ expiration, conditions })).toString('base64');
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret()}`);
  return { ...fields, policy, 'x-amz-signature': hmac(signingKey, policy).toString('hex') };
}
