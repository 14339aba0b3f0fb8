/** Words beside which something stands that is nobody else's business, in all languages that are read. */

/** Ruling 67: what stands beside one of these opens something. */
export const CREDENTIALS = `password, passwords, passwort, passwörter, kennwort, passcode, passphrase, pwd, passwd, pw, pin,
  pin code, pin number, geheimzahl, geheimnummer, puk, cvv, cvc, otp, token, access token, bearer, secret, secret key,
  client secret, api key, api-key, apikey, api secret, api token, access key, private key, encryption key, ssh key, license key,
  licence key, network/wifi/wi-fi/wlan/wpa key, recovery code, recovery/seed/backup/wallet/secret phrase/words, mnemonic, mnemonics,
  12/15/18/21/24/twelve/twenty-four word/words phrase/seed, 12-word/24-word phrase/seed, backup code, security code,
  verification code, login code, access/entry/unlock/lock/key/safe/garage code/codes, root/wifi/wi-fi/wlan/router/user/admin/db pass,
  door code, gate code, alarm code, wifi code, username, user name, login, logins, credentials, zugangsdaten, zugangscode,
  benutzername, api-schlüssel, api schlüssel, privater/privaten schlüssel, lizenzschlüssel, sicherheitscode, türcode,
  mot de passe, mots de passe, mdp, code pin, code secret, code accès, code de sécurité, code entrée, clé api, clé privée,
  clé secrète, clé de licence, jeton, identifiant, nom utilisateur, digicode, contraseña, contraseñas, clave, clave api,
  clave privada, clave secreta, código pin, código secreto, código de seguridad, código de acceso, nombre de usuario, usuario,
  frase semilla, parola chiave, parola ordine, codice pin, codice segreto, codice di sicurezza, codice di accesso,
  codice accesso, codice di sblocco, codice del cancello/portone, chiave api, chiave privata, chiave segreta,
  chiave di licenza, nome utente, credenziali, frase di recupero, codice otp, wachtwoord, wachtwoorden, paswoord,
  pincode, toegangscode, gebruikersnaam, inloggegevens, inlogcode, beveiligingscode, deurcode, poortcode, alarmcode,
  wificode, wifi-wachtwoord, wifi wachtwoord, herstelcode, licentiesleutel, privésleutel, api-sleutel,
  geheime code/sleutel, senha, senhas, palavra-passe, palavra passe, palavras-passe, chave api, chave de api,
  chave privada, chave secreta, código pin, código de acesso, código de segurança, código de verificação,
  código do portão, código da porta, código do alarme, senha do wifi, nome de usuário, nome de utilizador,
  utilizador, usuário, frase de recuperação, chave de licença, chave pix`;

/** Of the above, the last words of those that have several words as their value: "seed phrase lamp sofa chair". */
export const PHRASE_NAMES = `phrase words seed mnemonic mnemonics passphrase semilla recupero recuperacion recuperação`;

/** Behind one of them, these name something else, and are no value: "password manager". */
export const ABOUT_SECRETS = `manager managers generator generators reset resetting recovery keeper vault app apps software tool
  tools protected protection policy screen lock locks safe field prompt page screen email mail link code codes number
  storage backup gestionnaire gestor administrador gestore verwaltung beheerder gerenciador gerador`;

/** Nor are these. */
export const NO_VALUES = `not no wrong invalid incorrect expired forgotten lost gone working again please anymore
  nicht falsch weg abgelaufen vergessen ungültig zurücksetzen ändern
  pas incorrect incorrecte oublié expiré perdu invalide
  incorrecta incorrecto olvidada olvidado perdida caducada
  non errata errato sbagliata sbagliato dimenticata dimenticato scaduta scaduto persa perso niet fout
  verkeerd vergeten verlopen kwijt herstellen wijzigen ongeldig incorreta incorreto errada errado
  esquecida esquecido perdeu expirada expirado inválida inválido não`;

/** Before a number that stands for a person or an account. */
export const NUMBERED = `passport, passport number/no, tan, ssn, social security, social security number/no, tax id, tax number/no,
  taxpayer id, national insurance, national insurance number/no, nhs number, id number/card, identity card,
  drivers license/licence, driving license/licence, license/licence plate, number plate, account number/no/nr, bank account,
  routing number, sort code, iban, bic, swift, credit card number, card number, debit card number,
  customer number/no/id, client number/id, member/membership number/id/no, insurance number, policy number,
  order number/no/id, booking number/reference/code, confirmation number/code, tracking number/id, invoice number/no,
  reference number/code, case number/id, ticket number/id, serial number, phone number/no, mobile number, telephone number,
  cell number, whatsapp, call/text/reach/phone/ring/contact/message me/us at/on/under/via,
  call/text/reach/phone/ring/contact/message me/us anytime/any/back/directly/please at/on/under/via,
  give me/us a call/ring/text at/on/under, reachable at/on/under, under * reach/call/text me/us,
  reisepass, reisepassnummer, passnummer, personalausweis, ausweisnummer, personalausweisnummer, steuernummer, steuer-id,
  steuer id, steueridentifikationsnummer, sozialversicherungsnummer, versicherungsnummer, versichertennummer, rentennummer,
  führerschein, führerscheinnummer, kennzeichen, konto, kontonummer, bankleitzahl, blz, kreditkartennummer, kartennummer,
  kundennummer, mitgliedsnummer, bestellnummer, auftragsnummer, buchungsnummer, rechnungsnummer, sendungsnummer, vorgangsnummer,
  seriennummer, telefonnummer, handynummer, rufnummer, tel, telefon,
  ruf/rufe/rufen/ruft mich/uns * an/unter/auf, rufen sie/wir mich/uns * an/unter/auf,
  erreichen/erreichst/erreicht mich/uns * unter/auf, erreichbar * unter/auf, unter/auf * erreichbar/erreichen/erreichst/erreicht,
  unter/auf * anrufen/anzurufen/kontaktieren, kontaktieren/kontaktiere sie/mich/uns * unter, melde/meld/melden/meldet dich/sich/euch * unter, melden sie sich * unter, unter * melden,
  rückruf/anruf/rückmeldung/telefonisch/kontakt * unter,
  passeport, numéro de passeport, carte identité, numéro de carte, numéro de carte bancaire, numéro de sécurité sociale,
  sécurité sociale, numéro fiscal, permis de conduire, numéro de compte, rib, numéro client, numéro de client, numéro adhérent,
  numéro de commande, numéro de suivi, numéro de facture, numéro de dossier, numéro de téléphone, téléphone, plaque immatriculation,
  appelez-moi/appelle-moi/rappelez-moi/rappelle-moi/contactez-moi/contacte-moi * au/sous,
  appelez-nous/rappelez-nous/contactez-nous * au/sous, joindre/appeler/rappeler/contacter * au/sous,
  joignable/joignables * au/sous, au/sous * joignable/joignables,
  pasaporte, número de pasaporte, dni, nie, nif, cif, curp, rfc, documento de identidad, seguridad social,
  número de la seguridad social, número fiscal, permiso/carnet de conducir, número de cuenta, número de tarjeta,
  número de cliente, número de socio, número de pedido, número de seguimiento, número de factura, número de expediente,
  número de teléfono/móvil/celular, mi teléfono/móvil/celular/whatsapp/número/fijo, matrícula,
  llámame/llámeme/llámenme/llámanos/llámenos/escríbeme/contáctame/contácteme * al/en/bajo,
  llamarme/llamarnos/localizarme/localizarnos/contactarme/contactarnos * al/en/bajo, localizable * al/en/bajo,
  passaporto, numero di/del passaporto, carta identità, codice fiscale, partita iva, tessera sanitaria, patente,
  patente numero, numero di/del conto, conto corrente, numero di/della carta, numero cliente, codice cliente,
  numero ordine, numero di ordine, numero ordine, codice di tracking, numero di spedizione/tracking,
  numero di/della fattura, numero di pratica, numero di polizza, numero di telefono, numero di cellulare, telefono,
  cellulare, cell, targa, chiamami/chiamatemi/chiamaci/chiamateci/scrivimi/contattami/contattatemi * al/allo/sotto,
  mi/ci chiami/contatti * al/allo/sotto, chiamarmi/chiamarci/contattarmi/contattarci/raggiungermi/trovarmi * al/allo/sotto,
  raggiungibile/reperibile/rintracciabile * al/allo/sotto, paspoort, paspoortnummer, identiteitskaart,
  identiteitskaartnummer, rijksregisternummer, burgerservicenummer, bsn, bsn-nummer, rijbewijs, rijbewijsnummer,
  kenteken, nummerplaat, rekeningnummer, bankrekening, kaartnummer, creditcardnummer, klantnummer, klantennummer,
  lidnummer, lidmaatschapsnummer, polisnummer, bestelnummer, ordernummer, boekingsnummer, reserveringsnummer,
  factuurnummer, zendingnummer, trackingnummer, dossiernummer, zaaknummer, serienummer, telefoonnummer, gsm-nummer,
  gsmnummer, mobiel nummer, bel/app/sms me/mij/ons * op/onder, bereikbaar * op/onder, bereiken/bellen * op/onder,
  op/onder * bereikbaar/bereiken/bellen, btw-nummer, kvk-nummer, ondernemingsnummer, passaporte,
  número do passaporte, número de passaporte, cpf, cnpj, rg, cartão de cidadão, bilhete de identidade, nif, niss,
  pis, número de contribuinte, segurança social, número da segurança social, carta de condução,
  carteira de motorista, cnh, número da conta, número de conta, agência e conta, número do cartão, número de cartão,
  número de cliente, número do cliente, número de sócio, número da encomenda, número do pedido, número de pedido,
  código de rastreio, número da fatura, número do processo, número de telefone, número de telemóvel,
  número de celular, meu telefone/celular/telemóvel/zap/número/fixo, o meu telefone/telemóvel/número, me liga/ligue no/em/para,
  liga para, ligue para, liga-me/ligue-me/liguem-me/ligar-me/contacte-me/contate-me para/no/pelo,
  me ligar/contactar/contatar no/em/para/pelo, placa do carro`;

/** Between one of the above and what it is: "password *is*". */
export const COPULAS =
  'is was are be ist sind war lautet heisst est sont etait es era son è sono = : -> → als as comme como luidt zijn e são é';

/** Of these, the ones that need no "my" before a password: "hunter2 as password". */
export const AS = 'as als comme como';

/** Beside a password, they say that another comes: "*change* my password to". */
export const CHANGES = `change changed changing set setting reset update updated switch switched make made
  ändern ändere änder geändert setzen setze gesetzt changer change changé changée modifier modifié modifiée mettre mis
  cambiar cambia cambio cambié cambiado poner puse cambiare cambiato cambiata modificato modificata impostato impostata
  mudar mudei alterar alterei trocar troquei veranderen veranderd verander wijzigen gewijzigd wijzig gezet zetten`;

/** Between a password and what it is changed to. */
export const TARGETS = 'to from into auf zu von in en par pour sur a por de con da para naar van';

export const POSSESSIVES =
  'my our the your his her their mein meine meinen unser unsere das der die den mon ma mes le la les notre mi mis el nuestra nuestro mio mia miei mie il lo i gli nostra mijn mn onze ons het de uw jouw meu minha meus minhas o a nosso nossa seu sua';

/** Between a secret and the next thought: "hunter2 *and* I need a lamp". */
export const CONJUNCTIONS = 'and but und aber et mais y pero e ma en maar mas';

/** Behind one of them, the next thought begins; otherwise they are part of the secret: "salt and pepper". */
export const BEGINNINGS = `i im id ill ive we were wed my our it its the this please can could would need want looking searching buy show
  find ich wir mein meine unser bitte kann brauche brauchen suche suchen möchte will je j on nous mon ma il ce pouvez
  cherche cherchons veux voudrais besoin yo nosotros mi busco buscamos necesito quiero quisiera puedes io noi mio
  mia cerco cerchiamo vorrei voglio mi puoi potete serve ik wij we mijn onze graag kun kan zoek zoeken wil heb
  nodig eu nós meu minha procuro procuramos preciso precisamos quero queria gostaria gostava pode podes você`;
