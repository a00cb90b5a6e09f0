/** The entities of super admins: the console loads them for nobody else. */
import { crudDesign } from './crudDesign';
import { crudDesignField } from './crudDesignField';

export const superEntities = { crudDesign, crudDesignField } as const;
