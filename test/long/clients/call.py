"""Imports every model of both clients, and asks for an ad with the public one: call.py <address> <request.json>."""

import importlib
import json
import pkgutil
import sys

import admin_client
import public_client

for client in (public_client, admin_client):
    names = [module.name for module in pkgutil.iter_modules(client.models.__path__)]
    assert names, f"expected models in {client.__name__}"
    for name in names:
        importlib.import_module(f"{client.__name__}.models.{name}")

address, request = sys.argv[1:]
configuration = public_client.Configuration(host=address)
# This version of the generator forgets to set it.
configuration.access_token = None
api = public_client.DefaultApi(public_client.ApiClient(configuration))
with open(request, encoding="utf-8") as file:
    answer = api.request_bid(json.load(file))
print(json.dumps({"id": answer.id, "price": answer.seatbid[0].bid[0].price}))
