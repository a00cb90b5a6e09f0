/** A page with a form. Sending it needs the script, which shows errors at the fields. */
import type { FormField, PageContent, SiteForm } from '../../../common/site/pageData';
import { useTexts } from '../siteTexts';
import { PageHead } from './ListPage';

type FormContent = PageContent & { readonly kind: 'form' };

interface FormPageProps {
  readonly content: FormContent;
}

export function FormPage({ content }: FormPageProps) {
  return (
    <div className="form-page">
      <PageHead title={content.title} text={content.text} />
      <SiteFormView form={content.form} privacyHref={content.privacyHref} />
    </div>
  );
}

function SiteFormView({ form, privacyHref }: { readonly form: SiteForm; readonly privacyHref: string }) {
  const texts = useTexts().form;
  return (
    <form method="post" action={`/api/${form.name}/add`} data-form={form.name} noValidate>
      {form.fields.map((field) => (
        <Field key={field.name} field={field} />
      ))}
      <div className="field captcha" data-captcha hidden>
        <label htmlFor="field-captcha">{texts.captcha}</label>
        <img alt={texts.captcha} width={160} height={60} data-captcha-picture />
        <p data-captcha-question hidden />
        <input id="field-captcha" name="captcha" autoComplete="off" aria-describedby="error-captcha" />
        <p className="actions">
          <button type="button" className="plain" data-captcha-again>
            {texts.captcha_again}
          </button>
          <button type="button" className="plain" data-captcha-words>
            {texts.captcha_words}
          </button>
        </p>
        <p className="error" id="error-captcha" role="alert" />
      </div>
      <div className="field">
        <label className="check">
          <input type="checkbox" name="consent" value="true" aria-describedby="error-consent" required />
          <span>
            {texts.consent} {privacyHref !== '' && <a href={privacyHref}>{texts.privacy}</a>}
          </span>
        </label>
        <p className="error" id="error-consent" role="alert" />
      </div>
      <noscript>
        <p>{texts.no_script}</p>
      </noscript>
      <p className="form-error" role="alert" data-form-error />
      <button
        className="button"
        type="submit"
        data-sending={texts.sending}
        data-consent-needed={texts.consent_needed}
        data-offline={texts.offline}
        data-sent-title={texts.sent_title}
        data-another={texts.another}
      >
        {texts.submit}
      </button>
    </form>
  );
}

function Field({ field }: { readonly field: FormField }) {
  const texts = useTexts().form;
  const { name, label, type, isRequired } = field;
  const id = `field-${name}`;
  const marked = isRequired ? (
    <>
      {label} <span className="required">({texts.required})</span>
    </>
  ) : (
    label
  );
  if (type === 'checkboxes')
    return (
      <fieldset className="field">
        <legend>{marked}</legend>
        <div className="checks">
          {field.options?.map(({ value, label: option }) => (
            <label className="check" key={value}>
              <input type="checkbox" name={`${name}[]`} value={value} />
              <span>{option}</span>
            </label>
          ))}
        </div>
        <p className="error" id={`error-${name}`} role="alert" />
      </fieldset>
    );
  return (
    <div className="field">
      <label htmlFor={id}>{marked}</label>
      <Control field={field} id={id} />
      <p className="error" id={`error-${name}`} role="alert" />
    </div>
  );
}

function Control({ field, id }: { readonly field: FormField; readonly id: string }) {
  const texts = useTexts().form;
  const { name, type, isRequired, maxLength, autoComplete, options = [] } = field;
  const shared = { id, name, required: isRequired, 'aria-describedby': `error-${name}` };
  const limits = {
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(autoComplete === undefined ? {} : { autoComplete }),
  };
  if (type === 'textarea') return <textarea rows={5} {...shared} {...limits} />;
  if (type === 'select')
    return (
      <select {...shared}>
        <option value="">{texts.choose}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  return <input type={type} {...shared} {...limits} />;
}
