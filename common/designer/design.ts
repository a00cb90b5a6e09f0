/** A design as its rows hold it: the settings of `crud_design` and the fields of `crud_design_field`, and what the server says about it. */
import type { crudDesign } from '../entities/crudDesign';
import type { crudDesignField } from '../entities/crudDesignField';
import type { CreateInput } from '../entity/entity';
import type { serializeEntity } from '../definition/parseEntity';

/** The settings of a design, without the columns that the engine maintains. */
export type DesignSettings = CreateInput<typeof crudDesign>;
/** One field of a design, without the design that it belongs to. */
export type DesignField = Omit<CreateInput<typeof crudDesignField>, 'design_id'> & {
  /** Id of its row, if it is stored. */
  readonly id?: number;
};
/** A whole design; the fields are in the order in which they are shown. */
export interface Design {
  readonly settings: DesignSettings;
  readonly fields: readonly DesignField[];
}

/** One choice of a field, as `crud_design_field.choices` holds it. */
export interface DesignChoice {
  readonly name: string;
  readonly value: number | string;
  readonly en: string;
  readonly zh: string;
}
/** One transition of a choice field, as `crud_design_field.transitions` holds it. */
export interface DesignTransition {
  readonly name: string;
  readonly from: readonly string[];
  readonly to: string;
  /** The action of a permission key that is needed besides `edit`. */
  readonly node?: string;
  readonly super?: boolean;
  /** Labels of the permission. */
  readonly en?: string;
  readonly zh?: string;
}

/** A problem that prevents a design from being applied. */
export interface DesignProblem {
  /** Key of the message below `designer.problems`. */
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
  /** The name of the field with the problem; absent for the settings of the table. */
  readonly field?: string;
  /** The column of `crud_design` or `crud_design_field` to correct. */
  readonly property?: string;
}

/** A change of one column, index or table when the design is applied. */
export interface SchemaChange {
  /** `narrowed`: a design with a stored value that does not fit is refused. `lost`: the column is dropped; its values are archived. */
  readonly kind:
    'created' | 'added' | 'renamed' | 'widened' | 'narrowed' | 'changed' | 'lost' | 'indexed' | 'unindexed';
  readonly table: string;
  /** The column or the index; absent for the whole table. */
  readonly name?: string;
  readonly from?: string;
  readonly to?: string;
  /** Reads and writes of the table wait meanwhile: the database of this server cannot make the change while the table is in use. */
  readonly waits?: true;
}

/** A difference between the active definition and the design. */
export interface DesignDifference {
  /** The field that differs; absent for the settings of the table. */
  readonly field?: string;
  /** The column of `crud_design` or `crud_design_field`, or `field_added`, `field_removed`, `field_renamed` and `field_order`. */
  readonly property: string;
  /** The key of `other_options`. */
  readonly option?: string;
  /** The values as text; empty: none. */
  readonly from: string;
  readonly to: string;
  /** More people may read or write rows than before. */
  readonly isWider?: true;
}

/** What uses a field that a change removes, or a whole entity. */
export interface FieldUse {
  /** Key of the sentence below `designerScreen.changes.uses`, or `entity_uses` without a field. */
  readonly kind:
    'audit_rule' | 'board' | 'dashboard' | 'threshold' | 'import' | 'shown' | 'children' | 'recycle_rule' | 'view';
  /** Empty: the whole entity. */
  readonly field: string;
  /** The title of the rule, dashboard, threshold or view. */
  readonly title: string;
}

/** A field or an entity with its names in both languages. */
export interface LostField {
  readonly name: string;
  readonly en: string;
  readonly zh: string;
}
/** The response of `GET /admin/crud_record/effects`: what a rollback or a deletion removes. */
export interface DefinitionEffects {
  readonly removesTable: boolean;
  /** Number of stored rows whose values are archived. */
  readonly rows: number;
  readonly fields: readonly LostField[];
  readonly uses: readonly FieldUse[];
  /** Designed entities that refer to the entity, and so prevent its deletion. */
  readonly referredBy: readonly LostField[];
}

/** The response of `GET /admin/crud_design/preview?id=`. */
export interface DesignPreview {
  /** Empty: the design can be applied. */
  readonly problems: readonly DesignProblem[];
  /** The definition that would come into force; null while problems prevent one. */
  readonly definition: ReturnType<typeof serializeEntity> | null;
  readonly changes: readonly SchemaChange[];
  readonly differences: readonly DesignDifference[];
  /** What uses removed fields, and does not follow. */
  readonly uses: readonly FieldUse[];
  readonly statements: { readonly sqlite: readonly string[]; readonly mariadb: readonly string[] };
  /** Whether rows exist whose values the changes may cut or drop, so that applying needs the table name typed. */
  readonly isLossy: boolean;
  /** Number of stored rows; 0 for a new table. */
  readonly rows: number;
  /** Whether the design changes anything. */
  readonly isChanged: boolean;
}

/** The permission actions that a role group receives when a design is applied. */
export interface GroupGrant {
  readonly group: number;
  /** Such as `index`, `add`, `edit`. */
  readonly actions: readonly string[];
}
