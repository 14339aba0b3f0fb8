/** The JSON Schema keywords that are read here. */
export type ReadableSchema = {
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null';
  readonly enum?: readonly (string | number)[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ReadableSchema>>;
  readonly patternProperties?: Readonly<Record<string, ReadableSchema>>;
  readonly additionalProperties?: boolean | ReadableSchema;
  readonly items?: ReadableSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly ReadableSchema[];
  /** With `anyOf`: the property whose value selects the alternative. */
  readonly discriminator?: string;
  readonly const?: string | number;
  /** Of a valid value; also what is reported where a refinement fails. */
  readonly expects?: string;
  readonly '~refine'?: readonly {
    readonly check: (value: unknown) => boolean;
    readonly error: (value: unknown) => string;
  }[];
};
