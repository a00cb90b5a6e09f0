/**
 * Point 5 of the specification as far as members enter something, each sentence twice: the test that the browser says it
 * (`browser …`), and the test that the house refuses it whatever a browser says (`server …`).
 */
import { provenBy, type Proof } from './proof';

const RULES = 'says each rule of its specification at its field, in %s';
const PASTED = 'is refused as it was pasted, never cut: %s';
const LEAST = 'is refused beneath the least length, and sent from there on';
const MISSING = 'every field says so that it is missing, by %s, and nothing is sent';
const BOUND = 'says at the field what is missing, and that a code has four to six signs, before anything is sent';
const CHANGE = '%s: says so at the field and sends nothing';
const PICTURE = 'a file %s is refused in words, and not sent';
const MAY = 'T5.05 with %s allowed, %s (%s) may be sent: %s';

const ENTERED: readonly Proof[] = [
  ...provenBy(
    'client/journeys/memberAccount.test.ts',
    ['5: account', RULES, "username: '1abc'", 'browser account'],
    ['5: account of at least 3', RULES, "least('3')", 'browser accountMin'],
    ['5: password without & < > " \'', RULES, 'calm-river-&', 'browser password'],
    ['5: password of at least 6', RULES, "least('6')", 'browser passwordMin', 'browser too_short'],
    ['5: the code that was sent', RULES, 'captcha: issues.code_wrong', 'browser code_wrong'],
    ['5: mobile number', RULES, 'mobile: issues.mobile', 'browser mobile'],
    ['5: e-mail address', RULES, 'email: issues.email', 'browser email'],
    ['5: name', RULES, 'nickname: issues.name', 'browser name'],
    ['5: content must not be empty', RULES, 'nickname: issues.required'],
    ['5: repeat password', RULES, 'confirmPassword: issues.password_repeat'],
    ['5: old password', RULES, 'oldPassword: issues.password_old'],
    ['5: required fields of a first number', 'hears of all that is missing for a first number at once', ', 3)'],
  ),
  ...provenBy(
    'client/member/registration/channelsAndLengths.test.tsx',
    ['5: account of at most 15', PASTED, 'At most 15 characters: this is longer', 'browser accountMax'],
    ['5: password of at most 32', PASTED, 'At most 32 characters: this is longer', 'browser passwordMax'],
    ['5: captcha of at least 4', LEAST, "captcha: '1234'"],
    ['5: captcha of at most 6', LEAST, 'At most 6 characters: this is longer', 'browser too_long'],
    ['5: required fields of who joins, or lost the password', MISSING, 'REQUIRED', 'browser required'],
  ),
  ...provenBy(
    'client/member/screens/profile/ChangeContactDialog.test.tsx',
    ['5: captcha of at least 4, where an address is bound', BOUND, 'The code has six digits', 'browser captchaMin'],
    ['5: captcha of at most 6, where an address is bound', BOUND, 'At most 6 characters', 'browser captchaMax'],
    ['5: required fields where an address is bound', BOUND, "'Present password', 'Mobile', 'Code'"],
  ),
  ...provenBy(
    'client/member/screens/password/ChangePassword.test.tsx',
    ['5: the old password is required on change', CHANGE, "'no old one'", 'browser password_old'],
    ['5: the new password is required on change', CHANGE, "'no new one'"],
    ['5: repeat password must match the new password', CHANGE, "'another repeated one'", 'browser password_repeat'],
    [
      '5: a wrong old password is told at the old password',
      'what is refused of %s stands there, and what was typed stays',
      "['oldPassword', 'old', 'The old password is wrong']",
    ],
  ),
  ...provenBy(
    'client/member/screens/login/Login.test.tsx',
    [
      '5: required fields of signing in',
      'says at each field what is missing, and sends nothing',
      'Please enter your username, e-mail or mobile number',
    ],
    [
      '5: captcha of signing in',
      'asks for a captcha where the house wants one, and says there what is wrong with it',
      'The captcha is wrong or has expired',
      'browser captcha',
    ],
  ),
  ...provenBy(
    'client/shared/upload/PictureButton.test.tsx',
    ['5: upload: the size must be present', PICTURE, "'without a size'", 'browser upload.incomplete'],
    ['5: upload: the name must be present', PICTURE, "'without a name'"],
    ['5: upload: the type must be allowed', PICTURE, "'of another type'", 'browser upload.type'],
    ['5: upload: the size within the maximum', PICTURE, "'beyond the maximum'", 'browser upload.too_large'],
    [
      '5: upload: what is within all rules is sent',
      'a file within all rules goes to the members’ door, as soon as a rule lets it',
      "'/api/ajax/upload'",
    ],
  ),
  ...provenBy(
    'client/shared/upload/uploadRules.test.ts',
    ['5: upload: anything by *', MAY, "['*', 'a.exe'"],
    ['5: upload: by extension', MAY, "['png,jpg', 'A.PNG'"],
    ['5: upload: by dotted extension', MAY, "['.png, .jpg'"],
    ['5: upload: by type/*', MAY, "['image/*', 'a.heic'"],
    ['5: upload: by full MIME type', MAY, "['application/pdf', 'paper'"],
  ),
];

const ACCOUNT = 'as an account has 3 to 15 letters, digits and underscores and begins with a letter';
const PASSWORD = 'as a password has 6 to 32 signs and none of & < > " \', on every way to set one';
const TWICE = 'as a new password is typed twice alike, and the old one with it';
const CAPTCHA = 'as a captcha has four to six signs, and as a code the six that were sent';
const ADDRESS = 'as a mobile number or an e-mail address can be one';
const NAME = 'as a name is letters, digits, spaces and - _ . , and as a signature at most 255 signs';
const THERE = 'is there wherever it must be';
const FILE = 'says T5.05 what is missing, not allowed or too big, each about the file it is';

const REFUSED: readonly Proof[] = [
  ...provenBy(
    'server/modules/member/account/inputFormats.test.ts',
    ['5: account begins with a letter, only letters, digits, underscore', ACCOUNT, "'1abc', '_abc'", 'server account'],
    ['5: account of 3', ACCOUNT, "'At least 3 characters'", 'server accountMin', 'server too_short'],
    ['5: account of 15', ACCOUNT, "'At most 15 characters'", 'server accountMax', 'server too_long'],
    ['5: password without & < > " \'', PASSWORD, `['&', '<', '>', '"', "'"]`, 'server password'],
    ['5: password of 6', PASSWORD, "'qZ7-k'", 'server passwordMin'],
    ['5: password of 32', PASSWORD, 'many(33)', 'server passwordMax'],
    ['5: repeat password', TWICE, 'The repeated password differs', 'server password_repeat'],
    ['5: old password', TWICE, 'The old password is wrong', 'server password_old'],
    ['5: captcha', CAPTCHA, 'The captcha is wrong or has expired', 'server captcha'],
    ['5: captcha of 4', CAPTCHA, "['ACE', WRONG]", 'server captchaMin'],
    ['5: captcha of 6', CAPTCHA, "['ACE3456', WRONG]", 'server captchaMax'],
    ['5: the code that was sent', CAPTCHA, "at('captcha', CODE_WRONG)", 'server code_wrong'],
    ['5: mobile number', ADDRESS, 'Please enter a valid mobile number', 'server mobile'],
    ['5: e-mail address', ADDRESS, 'Please enter a valid e-mail address', 'server email'],
    ['5: name', NAME, 'Only letters, Chinese characters, digits', 'server name'],
    ['5: content must not be empty', THERE, "at('nickname', MISSING)"],
    ['5: required fields', THERE, 'at(way, MISSING)', 'server required'],
  ),
  ...provenBy(
    'server/modules/upload/localStorage.test.ts',
    ['5: upload: name and size must be present', FILE, 'data of the file is incomplete', 'server upload.incomplete'],
    ['5: upload: the type must be allowed', FILE, 'is not allowed!', 'server upload.type'],
    ['5: upload: the size within the maximum', FILE, 'exceeds the allowed 1 MB', 'server upload.too_large'],
  ),
];

export const MEMBERS_ENTER: readonly Proof[] = [...ENTERED, ...REFUSED];
