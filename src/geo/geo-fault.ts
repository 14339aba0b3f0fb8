/** Why a database of countries cannot be used: one sentence. */
export class GeoFault {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}
